import { expect, test } from 'vitest'
import { usePages } from './page-fixture.ts'
import { named } from './page-rows.ts'

const pages = usePages()

const hostile = [
  '',
  ' ',
  'null',
  'undefined',
  '0',
  '-1',
  '2147483648',
  '1e309',
  'NaN',
  "'; drop table stars; --",
  '%',
  '_%\\',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'ＭＡＮＤＹ\u202e',
  '\ud83d\ude00'.repeat(50),
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '99999-01-01',
  'infinity',
  '10000000-0000-4000-8000-00000000000',
  '{10000000-0000-4000-8000-000000000001}',
  'x'.repeat(100_000),
]

const notThere: [rpc: string, parameters: readonly string[]][] = [
  ['star_page', ['p_slug']],
  ['format_page', ['p_slug']],
  ['season_page', ['p_format', 'p_season']],
  ['season_path', ['p_season_id']],
  ['post_page', ['p_type', 'p_day', 'p_slug']],
  ['post_path', ['p_id']],
  ['profile_page', ['p_slug']],
]

test.each(notThere)('%s answers null for what does not exist', async (rpc, parameters) => {
  for (const value of hostile) {
    const args = Object.fromEntries(parameters.map((parameter) => [parameter, value]))
    expect(await pages.call(rpc, args)).toBeNull()
  }
  expect(await pages.call(rpc, Object.fromEntries(parameters.map((parameter) => [parameter, null])))).toBeNull()
})

test('an existing post is not found by an impossible day, another kind or a wrong end of the id', async () => {
  const [post] = await pages.owner<{ day: string; slug: string; type: string }>(
    'select day::text, slug, type from public.community_posts where id = $1',
    [named.rumor],
  )
  const ask = (args: object) =>
    pages.call('post_page', { p_type: post?.type, p_day: post?.day, p_slug: post?.slug, ...args })
  expect(await ask({})).not.toBeNull()
  for (const wrong of [
    { p_day: '2026-02-30' },
    { p_day: '1999-01-01' },
    { p_type: 'poll' },
    { p_slug: `${post?.slug}-ffff` },
  ])
    expect(await ask(wrong)).toBeNull()
})

/** Lists answer any parameters in their shape. */
const lists: [rpc: string, args: Record<string, unknown>, parameters: readonly string[]][] = [
  ['stars_page', {}, ['p_sort', 'p_letter', 'p_query', 'p_after']],
  ['stars_page', { p_sort: 'name' }, ['p_after']],
  ['stars_page', { p_sort: 'new' }, ['p_after']],
  ['posts_page', {}, ['p_type', 'p_sort', 'p_window', 'p_tag', 'p_after']],
  ['posts_page', { p_sort: 'active' }, ['p_after']],
  ['posts_page', { p_sort: 'hot' }, ['p_after']],
  ['posts_page', { p_sort: 'top', p_window: '7' }, ['p_after']],
  ['comments_page', {}, ['p_post_id']],
  ['comments_page', { p_post_id: named.discussion }, ['p_sort', 'p_after']],
  ['profile_posts', {}, ['p_profile_id']],
  ['profile_posts', { p_profile_id: named.rumor }, ['p_after']],
  ['profile_comments', {}, ['p_profile_id']],
  ['profile_fan_of', {}, ['p_profile_id']],
  ['chart_stars', {}, ['p_after']],
  ['chart_social', {}, ['p_platform', 'p_after']],
  [
    'calendar_page',
    { p_from: '2026-01-01', p_to: '2026-12-31' },
    ['p_from', 'p_to', 'p_broadcaster', 'p_provider', 'p_format'],
  ],
  ['sitemap_entries', { p_kind: 'star' }, ['p_after']],
  ['sitemap_entries', {}, ['p_kind']],
]

test.each(lists)('%s %o still returns a list', async (rpc, args, parameters) => {
  for (const parameter of parameters) {
    for (const value of hostile) {
      const answer = (await pages.call(rpc, { ...args, [parameter]: value })) as { items: unknown[] }
      expect(Array.isArray(answer.items)).toBe(true)
    }
  }
})

const arrays: [rpc: string, args: Record<string, unknown>, parameters: readonly string[]][] = [
  ['format_events', { p_format_id: named.sommerhaus }, ['p_format_id', 'p_season_id']],
  ['chart_opinion_makers', {}, ['p_window']],
  ['chart_karma', {}, ['p_window']],
]

test.each(arrays)('%s %o still answers', async (rpc, args, parameters) => {
  for (const parameter of parameters)
    for (const value of hostile)
      expect(Array.isArray(await pages.call(rpc, { ...args, [parameter]: value }))).toBe(true)
})

test('a broken cursor is the first page', async () => {
  const first = await pages.call('posts_page', { p_limit: 5 })
  const real = (first as { next: string }).next
  const forged = [
    Buffer.from('["morgen","ich"]').toString('base64url'),
    Buffer.from('{"a":1}').toString('base64url'),
    Buffer.from('[null,null]').toString('base64url'),
    Buffer.from('[]').toString('base64url'),
    real.slice(0, -9),
    'ÄÖÜ',
    '====',
  ]
  for (const cursor of forged) expect(await pages.call('posts_page', { p_after: cursor, p_limit: 5 })).toEqual(first)
})

test('a cursor of another list or of another order is the first page, too', async () => {
  const { next } = (await pages.call('stars_page', { p_sort: 'hot', p_limit: 1 })) as { next: string }
  expect(await pages.call('posts_page', { p_after: next })).toEqual(await pages.call('posts_page', {}))
})

test('numbers of rows are limited', async () => {
  const count = async (limit: number | null) =>
    ((await pages.call('stars_page', { p_limit: limit })) as { items: unknown[] }).items.length
  expect(await count(3)).toBe(3)
  for (const senseless of [0, -1, -2147483648, null]) expect(await count(senseless)).toBe(24)
  expect(await count(2147483647)).toBe(36)
  const [limits] = await pages.owner<{ pages: number; sitemap: number }>(
    'select private.page_limit(2147483647) as pages, private.page_limit(2147483647, 5000, 5000) as sitemap',
  )
  expect(limits).toEqual({ pages: 100, sitemap: 5000 })
})

test('search accepts any text', async () => {
  for (const value of [...hostile, null]) {
    const answer = (await pages.call('search_all', { p_query: value })) as Record<string, unknown[]>
    expect(Object.keys(answer).sort()).toEqual(['formats', 'posts', 'stars'])
  }
  const percent = await pages.call('search_all', { p_query: '%%%' })
  expect(percent).toEqual({ stars: [], formats: [], posts: [] })
})

test('there is no calendar feed of an unknown format', async () => {
  for (const value of hostile) expect(await pages.call('calendar_feed', { p_format: value })).toBeNull()
})
