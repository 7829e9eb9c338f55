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
})
afterAll(() => database.close())

/** A separate request that commits. */
const committed = <T>(scene: (t: Harness) => Promise<T>): Promise<T> =>
  transaction(database.engine, undefined, (session) => scene(harnessOn(session, database.owner)))
const atOnce = <T>(times: number, scene: (t: Harness, n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => committed((t) => scene(t, n))))
const value = (sql: string) => committed((t) => t.value(sql))

const crowd = ['member', 'other', 'moderator', 'admin'] as const
const personOf = (n: number) => crowd[n % 4] ?? 'member'

test('one post sent thirty times at once is one post, and every answer names it', async () => {
  const outcomes = await atOnce(30, (t) =>
    t.attempt(
      'member',
      `select public.create_post('${w.fresh}', 'poll', 'Nur einmal bitte', '', '{}', null, '{Ja,Nein}') as post`,
    ),
  )
  expect(outcomes.map(({ error }) => error)).toEqual(Array(30).fill(undefined))
  expect(new Set(outcomes.map(({ rows }) => JSON.stringify(rows))).size).toBe(1)
  expect(await value(`select count(*)::int from public.poll_options where post_id = '${w.fresh}'`)).toBe(2)
})

test('four people comment, answer, mention and react below one post at once without a deadlock', async () => {
  await atOnce(40, (t, n) =>
    n % 3 === 0
      ? t.as(
          personOf(n),
          `insert into public.post_reactions (post_id, user_id, reaction) values ('${w.discussion}', auth.uid(), '${n % 2 ? 'heart' : 'poop'}')
          on conflict (post_id, user_id) do update set reaction = excluded.reaction`,
        )
      : t.as(
          personOf(n),
          `insert into public.comments (post_id, parent_id, content) values ('${w.discussion}', ${n % 2 ? `'${w.comment}'` : 'null'}, 'Na @chefin @tvnudel @lagerwache ${n}')`,
        ),
  )
  expect(await value(`select count(*)::int from public.comments where post_id = '${w.discussion}'`)).toBe(1 + 26)
  await committed((t) => t.settled())
  // Three of the four get mentions instead. The author gets the comments of two in one row, and the answers of the third.
  expect(
    await value(
      `select string_agg(type || ' ' || actors_count, ', ') from public.notifications where user_id = '${people.other}' and type = 'comment_on_post'`,
    ),
  ).toBe('comment_on_post 2')
  expect(
    await value(
      `select string_agg(user_id || ' ' || actors_count, ', ') from public.notifications where type = 'subsequent_comment'`,
    ),
  ).toBe(`${people.other} 1`)
})
