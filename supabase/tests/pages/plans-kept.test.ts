/**
 * PostgreSQL plans what a function in SQL's own language does anew at every call, unless it can be put into the statement that
 * calls it, which `set search_path` forbids: 0.5 to 3 ms each on the embedded database, for every row. plpgsql keeps its plans.
 */
import { expect, test } from 'vitest'
import { pageCalls } from './page-calls.ts'
import { usePages } from './page-fixture.ts'
import { named } from './page-rows.ts'

const pages = usePages()

test.each(pageCalls)('%s %o plans nothing anew for each row', async (rpc, args) => {
  for (const caller of ['guest', 'member'] as const) {
    const called = Object.entries(await pages.inSql({ rpc, args }, caller))
    expect(called.filter(([, calls]) => calls > 1)).toEqual([])
  }
})

const writes: [what: string, sql: string, params: readonly unknown[]][] = [
  ['a vote', `insert into public.rumor_votes (post_id, vote) values ($1, 'agree')`, [named.rumor]],
  [
    'a comment',
    'insert into public.comments (post_id, content) values ($1, $2)',
    [named.discussion, 'Das sehe ich ganz anders.'],
  ],
  ['a heart', `insert into public.post_reactions (post_id, reaction) values ($1, 'heart')`, [named.discussion]],
]

// On a show night they come by the hundred a second.
test.each(writes)('%s plans nothing anew but its own statement', async (_, sql, params) => {
  expect(await pages.inSql({ sql, params }, 'member')).toEqual({})
})
