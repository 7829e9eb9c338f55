import { expect, test } from 'vitest'
import { hotPosts, type ListedPost, topPosts } from '../../../tests/support/oracles/post-ranking.ts'
import { randomPosts } from '../counters/random-posts.ts'
import { type Harness, useHarness } from '../support/harness.ts'

const harness = useHarness(randomPosts)

async function posts(t: Harness): Promise<ListedPost[]> {
  const count = (from: string, condition: string) =>
    `(select count(*)::int from public.${from} x where x.post_id = p.id${condition})`
  const { rows } = await t.owner(
    `select p.id::text, p.status, (extract(epoch from p.created_at) * 1000)::float8 as created_at,
       ${count('post_reactions', ` and x.reaction = 'heart'`)} as hearts, ${count('post_reactions', ` and x.reaction = 'poop'`)} as poops,
       ${count('rumor_votes', '')} + ${count('poll_votes', '')} as votes, ${count('comments', ' and x.deleted_at is null')} as comments
     from public.community_posts p`,
  )
  return rows as ListedPost[]
}

const listed = async (t: Harness, sort: string, days: number | null) =>
  (await t.owner(`select id::text from private.list_posts(null, $1, $2, null, null, 100)`, [sort, days])).rows.map(
    (row) => row.id,
  )

test(
  '„Heiß“ has the order of the reference',
  harness(async (t) => {
    const expected = hotPosts(await posts(t))
    expect(await listed(t, 'hot', null)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(20)
  }),
)

const windows = [7, 30, null]

test.each(windows)('„Top“ of %s days has the order of the reference', (days) =>
  harness(async (t) => {
    const today = String(await t.value('select private.berlin_day(now())::text'))
    const expected = topPosts(await posts(t), today, days)
    expect(await listed(t, 'top', days)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(3)
  })(),
)

test.each(windows)('„Top“ of %s days and one kind, page by page, has the order of the reference', (days) =>
  harness(async (t) => {
    const today = String(await t.value('select private.berlin_day(now())::text'))
    const all = await posts(t)
    const kinds = new Map(
      (await t.owner('select id::text, type from public.community_posts')).rows.map((row) => [row.id, row.type]),
    )
    const next = `select l.id::text, private.cursor_of(variadic l.keys) as after from private.list_posts($1, 'top', $2, null, $3, $4) l`
    let found = 0
    // One more than there are days, fewer, and a single one: the threshold of the second pass depends on it.
    for (const kind of ['rumor', 'poll', 'discussion', null])
      for (const wanted of [1, 2, 9, 40]) {
        const ids: unknown[] = []
        for (let after: unknown = null, more = true; more; ) {
          const { rows } = await t.owner(next, [kind, days, after, wanted])
          ids.push(...rows.map((row) => row.id))
          after = rows.at(-1)?.after
          more = rows.length === wanted
        }
        const expected = topPosts(
          all.filter(({ id }) => !kind || kinds.get(id) === kind),
          today,
          days,
        )
        expect({ kind, wanted, ids }).toEqual({ kind, wanted, ids: expected })
        found += expected.length
      }
    expect(found).toBeGreaterThan(30)
  })(),
)
