import { expect, test } from 'vitest'
import { usePages } from './page-fixture.ts'
import { named, star } from './page-rows.ts'

const pages = usePages()

type Answer = Record<'stars' | 'formats' | 'posts', { id: string }[]>
const find = async (query: string, limit = 5) => {
  const answer = (await pages.call('search_all', { p_query: query, p_limit: limit })) as Answer
  return {
    stars: answer.stars.map(({ id }) => id),
    formats: answer.formats.map(({ id }) => id),
    posts: answer.posts.map(({ id }) => id),
  }
}

test.each(['Müller', 'mueller', 'MULLER', 'aenne müller', 'müller änne', 'anne', 'müll'])(
  '%s finds Änne Müller',
  async (query) => {
    expect((await find(query)).stars).toEqual([star(6)])
  },
)

test.each([
  ['zoe', named.noVotes],
  ['sturmhoefel', named.fewVotes],
  ['pepper', named.ranked],
  ['thekla', named.single],
])('%s finds by folded name or nickname', async (query, id) => {
  expect((await find(query)).stars).toEqual([id])
})

test('all words must match where anything does; otherwise what each of them finds is proposed', async () => {
  expect((await find('mandy pfefferkorn')).stars).toEqual([named.ranked])
  expect(new Set((await find('mandy sturmhöfel')).stars)).toEqual(new Set([named.ranked, named.fewVotes]))
})

test('one or two letters match the beginning of a name part, not its middle', async () => {
  expect((await find('pf')).stars).toEqual([named.ranked])
  expect((await find('th')).stars).toEqual([named.single])
  expect((await find('ff')).stars).toEqual([])
})

test('formats by name and short name, active ones only', async () => {
  expect((await find('sommer')).formats).toEqual([named.sommerhaus])
  expect((await find('haus der')).formats).toEqual([named.sommerhaus])
  expect((await find('geheim')).formats).toEqual([])
})

test('posts by title, content or tag, latest activity first', async () => {
  expect((await find('zwiebeln')).posts).toEqual([named.discussion])
  expect((await find('pepper')).posts).toEqual([named.rumor])
  expect((await find('gewinnt staffel')).posts).toEqual([named.poll])
  expect((await find('gleicher titel', 50)).posts).toHaveLength(40)
})

test('posts beyond the latest two hundred are found by the index', async () => {
  await pages.owner(
    `insert into public.community_posts (type, title, status, created_at, last_activity_at, author_id)
     select 'discussion', 'Füllmaterial Nummer ' || n, 'approved', now() - interval '5 days', now() - interval '5 days', null from generate_series(1, 220) n`,
  )
  expect((await find('niemand mehr')).posts).toEqual([named.orphan])
  expect((await find('geschrieben')).posts).toEqual([named.orphan])
})

test('empty query: viewed content first, then ranked stars and hot posts of the week', async () => {
  const before = (await pages.call('popular_content')) as Answer
  expect(before.stars[0]?.id).toBe(named.ranked)
  expect(before.posts).toHaveLength(2)
  await pages.owner(
    `insert into public.analytics_events (event_type, target_type, target_id, session_id)
     values ('star_view', 'star', $1, 's'), ('post_view', 'post', $2, 's'), ('post_view', 'post', 'kein-uuid', 's')`,
    [named.noVotes, named.poll],
  )
  await pages.owner('select private.refresh_popular()')
  const after = (await pages.call('popular_content')) as Answer
  expect(after.stars.map(({ id }) => id)).toEqual([named.noVotes, named.ranked, named.umlaut])
  expect(after.posts[0]?.id).toBe(named.poll)
})

test('stars beyond the two hundred best are found in order, each once, page by page', async () => {
  await pages.owner(
    `insert into public.stars (first_name, last_name, slug)
     select case when n % 3 = 0 then 'Waltraud' else 'Gerlinde' end, 'Statistin ' || lpad(n::text, 3, '0'), 'statistin-' || n
     from generate_series(1, 480) n`,
  )
  expect((await find('statistin 479')).stars).toHaveLength(1)
  type Page = { items: { last_name: string }[]; next: string | null }
  const names: string[] = []
  let after: string | null = null
  do {
    const page = (await pages.call('stars_page', {
      p_query: 'waltraud',
      p_sort: 'hot',
      p_after: after,
      p_limit: 24,
    })) as Page
    names.push(...page.items.map(({ last_name }) => last_name))
    after = page.next
  } while (after)
  expect(names).toEqual(Array.from({ length: 160 }, (_, n) => `Statistin ${String((n + 1) * 3).padStart(3, '0')}`))
})
