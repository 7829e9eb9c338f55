import { expect, test } from 'vitest'
import { people } from '../support/people.ts'
import { usePages, walk } from './page-fixture.ts'
import { format, named, star } from './page-rows.ts'

const pages = usePages()

/** Paged lists full of ties, and what identifies an item. */
const lists: [rpc: string, args: Record<string, unknown>, key: (item: Record<string, unknown>) => unknown][] = [
  ['stars_page', { p_sort: 'hot' }, (item) => item.id],
  ['stars_page', { p_sort: 'name' }, (item) => item.id],
  ['stars_page', { p_sort: 'new' }, (item) => item.id],
  ['stars_page', { p_sort: 'hot', p_letter: 'G' }, (item) => item.id],
  ['stars_page', { p_sort: 'name', p_query: 'gleich nam' }, (item) => item.id],
  ['stars_page', { p_sort: 'new', p_query: 'gleich' }, (item) => item.id],
  ['posts_page', { p_sort: 'new' }, (item) => item.id],
  ['posts_page', { p_sort: 'active' }, (item) => item.id],
  ['posts_page', { p_type: 'discussion', p_sort: 'new' }, (item) => item.id],
  ['posts_page', { p_type: 'discussion', p_sort: 'active' }, (item) => item.id],
  ['posts_page', { p_sort: 'hot' }, (item) => item.id],
  ['posts_page', { p_sort: 'top' }, (item) => item.id],
  ['posts_page', { p_sort: 'top', p_window: '30' }, (item) => item.id],
  ['posts_page', { p_type: 'discussion', p_sort: 'hot' }, (item) => item.id],
  ['comments_page', { p_post_id: named.discussion, p_sort: 'new' }, (item) => item.id],
  ['comments_page', { p_post_id: named.discussion, p_sort: 'best' }, (item) => item.id],
  ['profile_posts', { p_profile_id: people.other }, (item) => item.id],
  ['profile_comments', { p_profile_id: people.other }, (item) => item.id],
  ['profile_fan_of', { p_profile_id: people.other }, (item) => item.id],
  ['chart_stars', {}, (item) => item.id],
  ['chart_social', {}, (item) => (item.star as { id: string }).id],
  ['chart_social', { p_platform: 'instagram' }, (item) => (item.star as { id: string }).id],
  ['sitemap_entries', { p_kind: 'star' }, (item) => item.path],
  ['sitemap_entries', { p_kind: 'post' }, (item) => item.path],
]

test.each(lists)('%s %o: small pages together equal one large page, nothing twice', async (rpc, args, key) => {
  const whole = await walk(pages, rpc, args, 100)
  const keys = whole.items.map(key)
  expect(whole.pages).toBe(1)
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(keys.length)
  for (const limit of [1, 7]) {
    const parts = await walk(pages, rpc, args, limit)
    expect(parts.items.map(key)).toEqual(keys)
    expect(parts.pages).toBe(Math.ceil(keys.length / limit))
  }
})

test('stars by HoT: ranked first, then the others by name', async () => {
  const { items } = await walk(pages, 'stars_page', { p_sort: 'hot' }, 100)
  expect(items.slice(0, 2).map((item) => [item.id, item.rank])).toEqual([
    [star(1), 1],
    [star(6), 2],
  ])
  const others = items.slice(2).map((item) => String(item.first_name))
  expect(others).toEqual([...others].sort())
})

test('a post that becomes active while somebody pages is not shown twice on later pages', async () => {
  const active = { p_sort: 'active' }
  const first = (await pages.call('posts_page', { ...active, p_limit: 3 })) as { items: { id: string }[]; next: string }
  const [late] = await pages.owner<{ id: string }>(
    `update public.community_posts set last_activity_at = now() where slug = 'gleicher-titel-1' returning id`,
  )
  const { items } = await walk(pages, 'posts_page', { ...active, p_after: first.next }, 50)
  const rest = (await pages.call('posts_page', { ...active, p_after: first.next, p_limit: 100 })) as {
    items: { id: string }[]
  }
  expect(rest.items.map(({ id }) => id)).not.toContain(late?.id)
  expect(items.map(({ id }) => id)).toContain(late?.id)
})

test('totals and letters of the register', async () => {
  const page = async (args: Record<string, unknown>) =>
    (await pages.call('stars_page', args)) as { total: number; letters: string[] }
  expect(await page({})).toMatchObject({ total: 36, letters: ['A', 'G', 'M', 'R', 'T', 'Z', '#'] })
  expect((await page({ p_letter: 'g' })).total).toBe(30)
  expect((await page({ p_letter: '#' })).total).toBe(1)
  expect((await page({ p_query: 'gleich', p_letter: 'G' })).total).toBe(30)
  expect((await page({ p_query: 'gleich', p_letter: 'M' })).total).toBe(0)
})

test.each(['new', 'active', 'hot', 'top'])('posts of a tag, sorted %s, are paged without loss', async (sort) => {
  await pages.owner(
    `update public.community_posts set tags = array[$1::uuid] where title like 'Gleicher Titel %' and cardinality(tags) = 0`,
    [star(7)],
  )
  for (const args of [{}, { p_window: '30' }, { p_type: 'discussion' }]) {
    const whole = await walk(pages, 'posts_page', { p_tag: star(7), p_sort: sort, ...args }, 100)
    const parts = await walk(pages, 'posts_page', { p_tag: star(7), p_sort: sort, ...args }, 7)
    expect(whole.items).toHaveLength(40)
    expect(parts.items.map(({ id }) => id)).toEqual(whole.items.map(({ id }) => id))
  }
  expect((await walk(pages, 'posts_page', { p_tag: star(7), p_sort: 'top', p_window: '7' }, 100)).items).toEqual([])
  expect((await walk(pages, 'posts_page', { p_tag: star(7), p_type: 'poll', p_sort: sort }, 100)).items).toEqual([])
})

test('posts by tag: of a star, of a format, by id or slug', async () => {
  const ids = async (tag: string) => (await walk(pages, 'posts_page', { p_tag: tag }, 2)).items.map((item) => item.id)
  for (const tag of [star(1), 'mandy-pfefferkorn', format(1), 'sommerhaus'])
    expect(await ids(tag)).toEqual([named.rumor])
  expect(await ids('gibt-es-nicht')).toEqual([])
})

test('a cursor may be written differently, but only up to a length', async () => {
  const first = (await pages.call('posts_page', { p_limit: 3 })) as { next: string }
  const second = await pages.call('posts_page', { p_limit: 3, p_after: first.next })
  const json = Buffer.from(first.next, 'base64url').toString('utf8')
  const padded = (spaces: number) => Buffer.from(json.replace(',', `,${' '.repeat(spaces)}`)).toString('base64url')
  expect(await pages.call('posts_page', { p_limit: 3, p_after: padded(1000) })).toEqual(second)
  expect(await pages.call('posts_page', { p_limit: 3, p_after: padded(4000) })).toEqual(first)
})
