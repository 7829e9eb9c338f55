import { transaction } from '@hot/embedded/database/transaction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { type Harness, harnessOn } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await committed(createWorld)
  await committed((t) => t.owner(`update public.profiles set created_at = now() where id = '${people.member}'`))
})
afterAll(() => database.close())

/** A separate request that commits. With PGlite they queue. */
const committed = <T>(scene: (t: Harness) => Promise<T>): Promise<T> =>
  transaction(database.engine, undefined, (session) => scene(harnessOn(session, database.owner)))

const id = (n: number) => `70000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const star = (n: number) => `71000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** What one member sends many of at once, how many are allowed, what the others are refused with, and how many rows there are then. */
const limits: [
  what: string,
  sql: (n: number) => string,
  allowed: number,
  hint: string | undefined,
  rows: string,
  left?: number,
][] = [
  [
    'comments on the first day',
    (n) => `insert into public.comments (post_id, content) values ('${w.discussion}', 'Nummer ${n}')`,
    10,
    'rate_limited_new',
    `select count(*)::int from public.comments where author_id = '${people.member}'`,
  ],
  [
    'comments that wait for the team',
    (n) => `select public.hold_comment('${id(n)}', '${w.discussion}', null, 'Wartet ${n}')`,
    5,
    'too_many_held',
    'select count(*)::int from private.held_comments',
  ],
  [
    'claims to be a star',
    (n) => `select public.ask_star_door('${star(n)}', 'Milo selbst', 'instagram.com/milo')`,
    10,
    'too_many_claims',
    `select count(*)::int from private.star_requests where member_id = '${people.member}'`,
  ],
  [
    'reports of one post',
    () => `select public.report_content(null, 'post', '${w.discussion}', 'spam')`,
    40,
    undefined,
    `select count(*)::int from public.reports where reporter_id = '${people.member}'`,
    1, // the others are answered that it is known
  ],
]

test.each(limits)('%s: of forty at once no more than allowed', async (_, sql, allowed, hint, rows, left = allowed) => {
  await committed((t) =>
    t.owner(`insert into public.stars (id, first_name) select ('71000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Star ' || n
      from generate_series(0, 39) n on conflict do nothing`),
  )
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, n) => committed((t) => t.attempt('member', sql(n)))),
  )
  const hintOf = (error: { hint?: string; message: string } | undefined) =>
    error?.message.startsWith('{') ? String(JSON.parse(error.message).hint) : error?.hint
  const refused = outcomes.filter(({ error }) => error).map(({ error }) => hintOf(error))
  expect(refused).toEqual(Array(40 - allowed).fill(hint))
  expect(await committed((t) => t.value(rows))).toBe(left)
})

test('the database itself takes no second open report of a member about the same thing', async () => {
  const insert = (t: Harness) =>
    t.owner(`insert into public.reports (target_type, target_post_id, reporter_id, reason)
      values ('post', '${w.rumor}', '${people.member}', 'spam')`)
  await committed(insert)
  await expect(committed(insert)).rejects.toMatchObject({ code: '23505' })
})
