import { ownDataExport } from '@hot/domain/contract/account/security'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { mailOf, people } from '../support/people.ts'
import { reasons } from '../support/reasons.ts'
import { createWorld } from '../support/world.ts'
import { lived, liveLife } from './account-life.ts'

const harness = useHarness(createWorld)

async function exported(t: Harness) {
  const { rows } = await t.as('member', 'select public.export_own_data() as answer')
  return ownDataExport.parse(rows[0]?.answer).tables
}

/** Tables of the platform, which have no comment of ours, and why they are not in the export. */
const secrets: Record<string, string> = {
  'auth.refresh_tokens': 'secrets of the sessions, which are in the export',
  'auth.one_time_tokens': 'secrets of mails, gone when used',
  'auth.flow_state': 'secrets of a sign-in under way',
  'auth.webauthn_challenges': 'secrets of a registration under way',
}

/** Tables that name members and are not in the export, because they say why. */
const exceptions = async (t: Harness) => [...(await reasons(t, 'Not exported')).keys(), ...Object.keys(secrets)]

/** References to an account, by foreign key or by the name of the column. */
const naming = `
  select distinct n.nspname || '.' || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname in ('public', 'private', 'auth') and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped
    and (a.attname ~ '(^|_)(user|member|author|profile|actor|reporter|admin|owner|recipient)_(id|uuid)$' or a.attname ~ '_by$'
      or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
        and k.confrelid in ('auth.users'::regclass, 'public.profiles'::regclass, 'public.public_profiles'::regclass)))
  order by 1`

const namedTables = async (t: Harness) => (await t.platform(naming)).rows.map((row) => String(row.name))

async function uncovered(t: Harness) {
  const covered = new Set([...Object.keys(await exported(t)), ...(await exceptions(t))])
  return (await namedTables(t)).filter((name) => !covered.has(name))
}

test(
  'every table that names members is in the export, or its comment says why not',
  harness(async (t) => {
    expect(await uncovered(t)).toEqual([])
    // An exception for a table that names nobody, or that the export includes, would mislead.
    const named = await namedTables(t)
    const given = Object.keys(await exported(t))
    expect((await exceptions(t)).filter((name) => !named.includes(name) || given.includes(name))).toEqual([])
  }),
)

test(
  'a new table would be noticed, until its noun has its part',
  harness(async (t) => {
    await t.owner('create table public.forgotten (id uuid primary key, user_id uuid)')
    expect(await uncovered(t)).toEqual(['public.forgotten'])
    await t.owner(`create function private.export_forgotten(me uuid) returns jsonb language sql stable set search_path = '' as $$
      select jsonb_build_object('public.forgotten', (select jsonb_agg(to_jsonb(f)) from public.forgotten f where f.user_id = me)) $$`)
    await t.owner(
      `insert into public.forgotten values (gen_random_uuid(), '${people.member}'), (gen_random_uuid(), '${people.other}')`,
    )
    expect(await uncovered(t)).toEqual([])
    expect((await exported(t))['public.forgotten']).toHaveLength(1)
  }),
)

test(
  'the export has a row of everything a member created, and nobody else’s',
  harness(async (t) => {
    await liveLife(t)
    const tables = await exported(t)
    expect(
      Object.entries(tables)
        .filter(([, rows]) => rows.length === 0)
        .map(([name]) => name),
    ).toEqual([])
    const text = JSON.stringify(tables)
    for (const own of [
      lived.email,
      lived.fullName,
      'Mein Kommentar',
      'Das kommt nie online',
      'Alter Text',
      'sitzung-0001',
    ])
      expect(text).toContain(own)
    for (const person of ['other', 'admin', 'moderator', 'banned'] as const) {
      expect({ person, found: text.includes(people[person]) }).toEqual({ person, found: false })
      expect(text).not.toContain(mailOf(person))
    }
    expect(text).not.toMatch(/geheim[^@]*-|GEHEIMESSAATGUT|encrypted_password|token_hash/)
  }),
)

test(
  'a banned member exports too; a guest does not',
  harness(async (t) => {
    expect((await t.attempt('banned', 'select public.export_own_data()')).error).toBeUndefined()
    expect((await t.attempt('guest', 'select public.export_own_data()')).error?.code).toBe('42501')
  }),
)
