import { ownDataExport } from '@hot/domain/contract/account/security'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { mailOf, people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'
import { lived, liveLife } from './account-life.ts'

const harness = useHarness(createWorld)

async function exported(t: Harness) {
  const { rows } = await t.as('member', 'select public.export_own_data() as answer')
  return ownDataExport.parse(rows[0]?.answer).tables
}

/** Tables that name members and are not in the export, and why. */
const exceptions: Record<string, string> = {
  'public.public_profiles': 'the public part of public.profiles, copied by trigger',
  'public.app_settings': 'who of the team changed the settings last; nothing about that person',
  'private.automod_rules': 'who of the team changed a rule last; nothing about that person',
  'private.bin': 'who of the team deleted something of the site’s own; nothing about that person',
  'private.distinct_stars': 'who of the team said that two stars are two persons; nothing about that person',
  'private.imports': 'who of the team imported something; nothing about that person',
  'private.site_texts': 'who of the team wrote a text of the site last; nothing about that person',
  'private.pending_decisions':
    'what somebody of the team has decided, for an hour, or until they have read that it failed',
  'private.case_claims': 'who of the team decides about what, for ten minutes',
  'private.news_versions': 'who of the team replaced a text of the site’s own news',
  'private.spam_removals': 'which posts and comments the team removed as spam; its decisions are in the export',
  'private.deleted_comment_authors': 'who wrote a deleted comment, which is in the export under public.comments',
  'private.notification_actors': 'who stands behind a notification of somebody else; the cause is in the export',
  'private.notification_events': 'acts nobody has been told of yet, gone within seconds; the acts are in the export',
  'private.changed_rumors': 'changes nobody has been told of yet, gone within seconds; their texts are in the export',
  'private.pending_karma':
    'reactions that the ledger does not have yet, gone within a second; reactions and ledger are in the export',
  'private.name_words': 'words of the names of stars and formats, for the search',
  'private.member_ranks': 'places in the charts, made from karma and reactions',
  'private.chart_posts': 'approved posts as the charts count them; the posts are in the export',
  'private.karma_changes': 'entries of the ledger that the charts have not read yet; the ledger is in the export',
  'private.karma_sums': 'sums of the ledger for the charts',
  'private.opinion_pairs': 'who answered whose posts how often, for the charts; the acts are in the export',
  'private.opinion_sums': 'sums of the above per author',
  'private.ranked_members': 'public_profiles of those in the charts, copied by trigger',
  'auth.refresh_tokens': 'secrets of the sessions, which are in the export',
  'auth.one_time_tokens': 'secrets of mails, gone when used',
  'auth.flow_state': 'secrets of a sign-in under way',
  'auth.webauthn_challenges': 'secrets of a registration under way',
}

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
  const covered = new Set([...Object.keys(await exported(t)), ...Object.keys(exceptions)])
  return (await namedTables(t)).filter((name) => !covered.has(name))
}

test(
  'every table that names members is in the export, or is an exception with a reason',
  harness(async (t) => {
    const named = await namedTables(t)
    expect(await uncovered(t)).toEqual([])
    // An exception for a table that no longer exists, or that the export includes, would mislead.
    expect(Object.keys(exceptions).filter((name) => !named.includes(name))).toEqual([])
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
