import { beforeAll, describe, expect, test } from 'vitest'
import { usePages } from './page-fixture.ts'
import { named, season } from './page-rows.ts'

const pages = usePages()

type Kind = 'stars' | 'formats' | 'seasons' | 'posts' | 'members' | 'news' | 'dates'
type Group = { items: Record<string, unknown>[]; total: number; next: string | null }
type Answer = Record<Kind, Group> & { near: boolean }
const search = (p_query: string, more: Record<string, unknown> = {}) =>
  pages.call('search_page', { p_query, ...more }) as Promise<Answer>
const ids = ({ items }: Group) => items.map(({ id }) => id)

/** Every item of one kind, one by one, with the total of the first answer. */
async function walk(p_query: string, p_kind: Kind) {
  const all: Record<string, unknown>[] = []
  let after: string | null = null
  let total = 0
  do {
    const part: Group = (await search(p_query, { p_kind, p_after: after, p_limit: 2 }))[p_kind]
    if (after === null) total = part.total
    all.push(...part.items)
    after = part.next
  } while (after && all.length < 500)
  return { all, total }
}

const post = (n: number) => `40000009-0000-4000-8000-${String(n).padStart(12, '0')}`

beforeAll(async () => {
  await pages.owner(`insert into public.community_posts (id, type, title, content, status, author_id, last_activity_at) values
    ('${post(1)}', 'discussion', 'Im Text steht es', 'Da war der Quarkstrudel wieder.', 'approved', null, now()),
    ('${post(2)}', 'discussion', 'Noch ein Oberquarkstrudel', '', 'approved', null, now() - interval '1 day'),
    ('${post(3)}', 'discussion', 'Wer backt den Quarkstrudel', '', 'approved', null, now() - interval '2 days'),
    ('${post(4)}', 'discussion', 'Quarkstrudel für alle', '', 'approved', null, now() - interval '3 days'),
    ('${post(5)}', 'discussion', 'Quarkstrudel im Geheimen', '', 'pending', null, now())`)
  await pages.owner(`insert into public.news (title, excerpt, body, published_at) values
    ('Quarkstrudel gewinnt', 'Kurz', 'Lang', now() - interval '1 day'),
    ('Anderes Thema', null, 'Nebenbei gab es Quarkstrudel.', now()),
    ('Quarkstrudel morgen', null, '', now() + interval '1 day'), ('Quarkstrudel nie', null, '', null)`)
})

test('posts are ordered by where they match: title begins, word, within a word, text', async () => {
  const { posts } = await search('quarkstrudel')
  expect(ids(posts)).toEqual([post(4), post(3), post(2), post(1)])
  expect(posts.total).toBe(4)
  expect(posts.items[3]).toMatchObject({ title: 'Im Text steht es', comments: 0 })
})

test('a tag comes after the title and before the text', async () => {
  const { posts, stars } = await search('mandy pfeff')
  expect(ids(stars)).toEqual([named.ranked])
  const tagged = await search('pepper')
  expect(ids(tagged.posts)[0]).toBe(named.rumor)
  expect(posts.total).toBeGreaterThan(0)
})

test('news: published ones, titles before texts', async () => {
  const { news } = await search('Quarkstrudel')
  expect(news.items.map(({ title }) => title)).toEqual(['Quarkstrudel gewinnt', 'Anderes Thema'])
})

test('a format brings its seasons, newest first, and its coming broadcasts', async () => {
  const { formats, seasons, dates } = await search('sommerhaus')
  expect(ids(formats)).toEqual([named.sommerhaus])
  expect(seasons.items.map(({ season_number }) => season_number)).toEqual([4, 3, 2, 1])
  expect(dates.total).toBeGreaterThan(0)
  const days = dates.items.map(({ event_date, event_time }) => `${event_date} ${event_time}`)
  expect(days).toEqual(days.toSorted())
})

test.each(['sommerhaus 3', 'Staffel 3 Sommerhaus', 'jetzt erst recht'])('%s is one season', async (query) => {
  expect(ids((await search(query)).seasons)).toEqual([season(1)])
})

test('members by the beginning of their nickname, with or without @', async () => {
  for (const query of ['nachtsch', '@NACHTSCHICHT']) {
    const { members } = await search(query)
    expect(members.items.map(({ slug }) => slug)).toEqual(['nachtschicht'])
  }
  expect((await search('schicht')).members.total).toBe(0)
})

test('a misspelt name finds it, its seasons and its posts, and says that it is only similar', async () => {
  const answer = await search('mandi pfefferkron')
  expect(answer.near).toBe(true)
  expect(ids(answer.stars)).toEqual([named.ranked])
  expect(ids(answer.posts)).toContain(named.rumor)
  const format = await search('sommerhuas')
  expect(format.near).toBe(true)
  expect(ids(format.formats)).toEqual([named.sommerhaus])
  expect(format.seasons.total).toBe(4)
})

test('one bad word: the names that the other words find are proposed, with what belongs to them', async () => {
  const person = await search('mandy kafekrnz')
  expect(person.near).toBe(true)
  expect(ids(person.stars)[0]).toBe(named.ranked)
  const format = await search('wer gewint sommerhaus')
  expect(format.near).toBe(true)
  expect(ids(format.formats)).toEqual([named.sommerhaus])
  expect(format.seasons.total).toBe(4)
  // Part by part as well, and in the overlay.
  const { seasons } = await search('wer gewint sommerhaus', { p_kind: 'seasons', p_limit: 2 })
  expect([seasons.items.length, seasons.total, seasons.next === null]).toEqual([2, 4, false])
  const overlay = (await pages.call('search_all', { p_query: 'wer gewint sommerhaus' })) as {
    formats: { id: string }[]
  }
  expect(overlay.formats.map(({ id }) => id)).toEqual([named.sommerhaus])
})

test('a single word, articles and what is found otherwise propose nobody', async () => {
  for (const query of ['xyzqq', 'xyzqq abcdfg', 'das xyzqq', 'wer xyzqq']) {
    const { near, stars, formats } = await search(query)
    expect([query, near, stars.total, formats.total]).toEqual([query, false, 0, 0])
  }
  // A post has all of the words: what only "Sommerhaus" finds would be beside the point.
  await pages.owner(`insert into public.community_posts (id, type, title, content, status, author_id, last_activity_at) values
    ('${post(6)}', 'discussion', 'Zwetschgenknödel im Sommerhaus', 'Ein Rezept.', 'approved', null, now())`)
  const { near, posts, formats } = await search('zwetschgenknödel sommerhaus')
  expect([near, ids(posts), formats.total]).toEqual([false, [post(6)], 0])
})

test('nothing is similar to a name that is spelt right, and inactive stars are never found', async () => {
  expect((await search('mandy')).near).toBe(false)
  const { stars } = await search('verborgne')
  expect(stars.total).toBe(0)
})

test('renamed, deactivated and deleted stars are found accordingly', async () => {
  const [made] = await pages.owner<{ id: string }>(
    `insert into public.stars (first_name, last_name) values ('Xaverius', 'Kwiatkowski') returning id`,
  )
  const found = async () => ids((await search('kwiatkowksi')).stars)
  expect(await found()).toEqual([made?.id])
  await pages.owner(`update public.stars set last_name = 'Schneider' where id = $1`, [made?.id])
  expect(await found()).toEqual([])
  await pages.owner(`update public.stars set last_name = 'Kwiatkowski', is_active = false where id = $1`, [made?.id])
  expect(await found()).toEqual([])
  await pages.owner(`update public.stars set is_active = true where id = $1`, [made?.id])
  expect(await found()).toEqual([made?.id])
  await pages.owner(`delete from public.stars where id = $1`, [made?.id])
  expect(await found()).toEqual([])
})

describe('page by page, each once and in the order of the whole list', () => {
  test.each<[Kind, string]>([
    ['stars', 'gleich'],
    ['posts', 'quarkstrudel'],
    ['posts', 'gleicher titel'],
    ['seasons', 'sommerhaus'],
    ['dates', 'sommerhaus'],
    ['news', 'quarkstrudel'],
    ['members', 'n'],
  ])('%s for %s', async (kind, query) => {
    const { all, total } = await walk(query, kind)
    const whole = (await search(query, { p_kind: kind, p_limit: 50 }))[kind]
    expect(all.map(({ id }) => id).slice(0, 50)).toEqual(ids(whole))
    expect(all).toHaveLength(total)
    expect(new Set(all.map(({ id }) => id)).size).toBe(total)
  })
})

const hostile = [
  '',
  '   ',
  '%',
  '_',
  '%%%',
  '\\',
  "' or 1=1 --",
  'ä'.repeat(500_000),
  '„“',
  '🍆',
  '\u202e\u200b',
  '((((',
  '[a-z]+',
]
test.each(hostile.map((query, at) => [at, query.slice(0, 10), query] as const))(
  'hostile text is only text: %i %j',
  async (_, __, query) => {
    const answer = await search(query)
    expect(answer.stars.total + answer.formats.total + answer.members.total).toBe(0)
  },
)

test.each(['x', 'W10', 'WyIxIiwiMiJd', 'W251bGxd'])(
  'a cursor that is none of ours begins at the start: %s',
  async (after) => {
    const { posts } = await search('quarkstrudel', { p_kind: 'posts', p_after: after })
    expect(ids(posts)).toEqual([post(4), post(3), post(2), post(1)])
  },
)
