import fs from 'node:fs'
import path from 'node:path'
import { rpcs } from '@hot/domain/contract/rpcs'
import { expect, test } from 'vitest'
import { type Claims, type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import type { Probe, Probes } from '../support/probe.ts'
import { catalogueProbes } from '../support/probes-catalogue.ts'
import { peopleProbes } from '../support/probes-people.ts'
import { postsProbes } from '../support/probes-posts.ts'
import { createWorld, world } from '../support/world.ts'

const harness = useHarness(createWorld)
const text = fs.readFileSync(path.join(import.meta.dirname, 'who-may-what.txt'), 'utf8')
const section = (title: string) =>
  (text.split(`\n# ${title}`)[1] ?? '').split('\n#')[0]?.split('\n').slice(1).filter(Boolean) ?? []
const probes: Probes = { ...catalogueProbes, ...postsProbes, ...peopleProbes }
const operations = ['select', 'insert', 'update', 'delete'] as const

const tables = section('tables').map((line) => {
  const [, row = '', letters = ''] = /^(\w+ \(.*?\))\s+(.*)$/.exec(line) ?? []
  return { row, table: row.split(' ')[0] ?? '', own: row.includes('(own'), letters: letters.split(/\s+/) }
})
const functions = section('functions').map((line) => {
  const [, call = '', who = ''] = /^(.*?)\s+(\S{6})$/.exec(line) ?? []
  return { call, name: call.split('(')[0] ?? '', who }
})

const identities: readonly (readonly [string, Person, Claims?])[] = [
  ['G', 'guest'],
  ['U', 'member'],
  ['B', 'banned'],
  ['S', 'admin', { aal: 'aal1' }],
  ['M', 'moderator'],
  ['A', 'admin'],
]

type Question = (person: Person, claims?: Claims) => Promise<boolean>

/** A session of the member by password alone, whose account has a second factor. */
const halfSignedIn = (t: Harness, question: Question) =>
  t.undone(async () => {
    await t.platform(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [people.member],
    )
    return question('member')
  })

/**
 * Letters of the identities that are allowed to, in the order GUBSMA. Everything is rolled back each time. Who has not
 * proven their second factor may no more than a guest; whatever they may beyond that is added.
 */
async function whoCan(t: Harness, question: Question): Promise<string> {
  let letters = ''
  for (const [letter, person, claims] of identities)
    letters += (await t.undone(() => question(person, claims))) ? letter : '-'
  return letters[0] === '-' && (await halfSignedIn(t, question)) ? `${letters} without second factor` : letters
}

/** The four columns of a line as the database answers them. */
async function lettersOf(t: Harness, { table, own }: { table: string; own: boolean }, probe: Probe) {
  const fill = (sql: string, person: Person) =>
    sql.replaceAll(':owner', `'${own && person !== 'guest' ? people[person] : people.other}'`)
  const prepare = async (person: Person, ...statements: (string | undefined)[]) => {
    for (const sql of statements) if (sql) await t.platform(fill(sql, person))
  }
  const reaches = async (person: Person, statement: string, claims?: Claims) => {
    await prepare(person, probe.given, probe.seed)
    const { affected, rows } = await t.attempt(person, fill(`${statement} where ${probe.where}`, person), [], claims)
    return affected > 0 || rows.length > 0
  }
  const inserts = async (person: Person, claims?: Claims) => {
    await prepare(person, probe.given)
    const values = person === 'guest' ? (probe.guestValues ?? probe.values) : probe.values
    return !(await t.attempt(person, fill(`insert into public.${table} ${values}`, person), [], claims)).error
  }
  const deletes = async (person: Person, claims?: Claims) => {
    const reached = await reaches(person, `delete from public.${table}`, claims)
    if (!probe.gone) return reached
    return (await t.value(fill(`select ${probe.gone} from public.${table} where ${probe.where}`, person))) === true
  }
  return [
    await whoCan(t, (person, claims) => reaches(person, `select 1 from public.${table}`, claims)),
    await whoCan(t, inserts),
    await whoCan(t, (person, claims) => reaches(person, `update public.${table} set ${probe.set}`, claims)),
    await whoCan(t, deletes),
  ]
}

const named = (letters: string[]) => Object.fromEntries(operations.map((operation, i) => [operation, letters[i]]))

for (const line of tables)
  test(
    line.row,
    harness(async (t) => {
      const probe = probes[line.row]
      if (!probe) throw new Error(`no probe for ${line.row}`)
      expect(named(await lettersOf(t, line, probe))).toEqual(named(line.letters))
    }),
  )

/** Functions that answer before the second factor is proven. `second-factor.test.ts` shows that they say nothing. */
const unprovenToo = new Set([
  'use_recovery_code', // what it is for
  'nickname_available',
  'comment_news', // of what everybody reads
  'mention_suggestions',
  'notification_settings',
  'remove_push_device',
  'update_own_profile',
  'account_stars',
  'account_saved',
  'own_posts',
  'own_comments',
  'own_post',
  'viewer_posts',
  'viewer_comments',
  'viewer_star',
  'viewer_fans',
  'notifications_page',
  'karma_page',
  'own_decision', // without an id; with one it refuses
])

for (const { call, who } of functions)
  test(
    call,
    harness(async (t) => {
      const answers = await whoCan(t, async (person, claims) => {
        const ids: Record<string, string> = {
          ...world,
          ...people,
          me: person === 'guest' ? people.other : people[person],
        }
        const filled = call.replace(/:(\w+)/g, (_, name: string) => `'${ids[name]}'`)
        const { error } = await t.attempt(person, `select * from public.${filled}`, [], claims)
        if (error && error.code !== '42501') throw error
        return !error
      })
      expect(answers).toBe(unprovenToo.has(call.split('(')[0] ?? '') ? `${who} without second factor` : who)
    }),
  )

test('staff at aal1 may what any member may, and nothing more', () => {
  const columns = [...tables.flatMap(({ letters }) => letters), ...functions.map(({ who }) => who)]
  expect(columns.filter((letters) => (letters[3] === '-') !== (letters[1] === '-'))).toEqual([])
})

/** What of `public` has no line in the matrix: each name once, because an overload would not be tested. */
async function unlisted(t: Harness) {
  const namesOf = async (sql: string) => (await t.platform(sql)).rows.map((row) => String(row.name))
  const relations = await namesOf(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
  )
  const procedures = await namesOf(`select proname as name from pg_proc where pronamespace = 'public'::regnamespace`)
  const missing = (found: string[], listed: string[]) => {
    const lines = new Set(listed)
    return found.filter((name, at) => !lines.has(name) || found.indexOf(name) < at)
  }
  const gone = (listed: string[], found: string[]) => listed.filter((name) => !found.includes(name))
  const [tableNames, functionNames] = [tables.map((line) => line.table), functions.map((line) => line.name)]
  return {
    missing: [...missing(relations, tableNames), ...missing(procedures, functionNames)],
    gone: [...gone(tableNames, relations), ...gone(functionNames, procedures)],
  }
}

test(
  'every table, view and function of public is listed, and every probe used',
  harness(async (t) => {
    expect(await unlisted(t)).toEqual({ missing: [], gone: [] })
    expect(Object.keys(probes).sort()).toEqual(tables.map((line) => line.row).sort())
  }),
)

test(
  'a noun that forgets its line is noticed: its table, its RPC, and a second RPC of a name that is listed',
  harness(async (t) => {
    await t.owner('create table public.forgotten (id uuid primary key)')
    await t.owner('create function public.forgotten_page() returns integer language sql as $$ select 1 $$')
    await t.owner('create function public.home_page(more integer) returns integer language sql as $$ select 1 $$')
    expect((await unlisted(t)).missing.sort()).toEqual(['forgotten', 'forgotten_page', 'home_page'])
  }),
)

test(
  'the table of contracts names every function that people may call, and which of them write',
  harness(async (t) => {
    const { rows } = await t.platform(
      `select proname as name, provolatile = 'v' as writes from pg_proc
       where pronamespace = 'public'::regnamespace
         and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))
       order by proname`,
    )
    const written = Object.entries(rpcs).map(([name, traits]) => ({ name, writes: 'writes' in traits }))
    expect(written.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(rows)
  }),
)
