import fs from 'node:fs'
import path from 'node:path'
import {
  chartFormats,
  chartMembers,
  chartSleuths,
  chartSocial,
  chartStars,
  chartsPage,
} from '@hot/domain/contract/chart'
import {
  caseQuestion,
  commentReplies,
  commentThread,
  freshComments,
  postHistory,
  tagSearch,
} from '@hot/domain/contract/community'
import { calendarPage, formatEvents } from '@hot/domain/contract/event'
import { calendarFeed, postsFeed, sitemapEntries } from '@hot/domain/contract/feed'
import { formatPage, formatsPage, seasonPage, seasonPath } from '@hot/domain/contract/format'
import { profileComments, profileFanOf, profilePage, profilePosts } from '@hot/domain/contract/member'
import { newsArticle, newsPage } from '@hot/domain/contract/news'
import {
  commentsPage,
  postLive,
  postPage,
  postPath,
  postsAside,
  postsPage,
  trashtalkPage,
} from '@hot/domain/contract/post'
import { popularContent, searchAnswer, searchPage } from '@hot/domain/contract/search'
import { homePage, shellData, siteTexts } from '@hot/domain/contract/site'
import { starPage, starsPage } from '@hot/domain/contract/star'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { people } from '../support/people.ts'
import { type Caller, usePages } from './page-fixture.ts'
import { comment, format, named, star } from './page-rows.ts'

const pages = usePages()
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })
const day = (hours: number) => today.format(new Date(Date.now() + hours * 3_600_000))
const rumorAddress = { p_type: 'rumor', p_day: day(-3), p_slug: 'zieht-mandy-ins-sommerhaus' }

/**
 * Page RPCs with the schema of the answer. Strict: a field too many fails as one too few does. One without a row is called
 * without arguments, and answers in the schema that bears its name.
 */
const answers: [rpc: string, args: Record<string, unknown>, schema: ZodType][] = [
  ['home_page', {}, homePage],
  ['post_history', { p_id: named.poll }, postHistory],
  ['shell_data', {}, shellData],
  ['site_texts', {}, siteTexts],
  ['stars_page', {}, starsPage],
  ['stars_page', { p_sort: 'name', p_letter: 'A' }, starsPage],
  ['stars_page', { p_sort: 'new', p_query: 'gleich' }, starsPage],
  ['star_page', { p_slug: 'mandy-pfefferkorn' }, starPage],
  ['formats_page', {}, formatsPage],
  ['format_page', { p_slug: 'sommerhaus' }, formatPage],
  ['season_page', { p_format: 'sommerhaus', p_season: 'staffel-3' }, seasonPage],
  ['season_path', { p_season_id: named.running }, seasonPath],
  ['calendar_page', { p_from: '2018-01-01', p_to: '2035-12-31' }, calendarPage],
  ['format_events', { p_format_id: named.sommerhaus }, formatEvents],
  ['format_events', { p_format_id: named.sommerhaus, p_season_id: named.running }, formatEvents],
  ['posts_page', {}, postsPage],
  ['posts_page', { p_type: 'poll', p_sort: 'hot' }, postsPage],
  ['posts_page', { p_sort: 'active' }, postsPage],
  ['posts_page', { p_sort: 'top', p_window: '30' }, postsPage],
  ['posts_aside', {}, postsAside],
  ['posts_aside', { p_tag: star(1) }, postsAside],
  ['posts_aside', { p_tag: format(1) }, postsAside],
  ['trashtalk_page', {}, trashtalkPage],
  ['news_page', {}, newsPage],
  ['news_article', { p_slug: 'es-geht-los' }, newsArticle],
  ['post_page', rumorAddress, postPage],
  ['post_page', { p_type: 'poll', p_day: day(-2), p_slug: 'wer-gewinnt-die-staffel' }, postPage],
  ['case_question', { p_code: 'x' }, caseQuestion],
  ['post_path', { p_id: named.rumor }, postPath],
  ['post_live', { p_id: named.discussion }, postLive],
  ['comments_page', { p_post_id: named.discussion }, commentsPage],
  ['comments_page', { p_post_id: named.discussion, p_sort: 'new' }, commentsPage],
  ['profile_page', { p_slug: 'nachtschicht' }, profilePage],
  ['profile_posts', { p_profile_id: people.other }, profilePosts],
  ['profile_comments', { p_profile_id: people.other }, profileComments],
  ['profile_fan_of', { p_profile_id: people.other }, profileFanOf],
  ['chart_stars', {}, chartStars],
  ['chart_formats', {}, chartFormats],
  ['chart_social', {}, chartSocial],
  ['chart_social', { p_platform: 'tiktok' }, chartSocial],
  ['chart_opinion_makers', {}, chartMembers],
  ['chart_karma', { p_window: 'all' }, chartMembers],
  ['chart_sleuths', {}, chartSleuths],
  ['charts_page', {}, chartsPage],
  ['fresh_comments', { p_post_id: named.discussion, p_ids: [comment(3), comment(5)] }, freshComments],
  ['comment_replies', { p_comment_id: comment(1) }, commentReplies],
  ['comment_thread', { p_comment_id: comment(5) }, commentThread],
  ['tag_search', { p_query: 'mandy' }, tagSearch],
  ['search_all', { p_query: 'mandy' }, searchAnswer],
  ['search_page', { p_query: 'mandy' }, searchPage],
  ['search_page', { p_query: 'sommerhaus' }, searchPage],
  ['search_page', { p_query: 'n', p_kind: 'members' }, searchPage],
  ['popular_content', {}, popularContent],
  ['calendar_feed', {}, calendarFeed],
  ['calendar_feed', { p_format: 'das-sommerhaus-der-stars' }, calendarFeed],
  ['posts_feed', {}, postsFeed],
  ['posts_feed', { p_type: 'poll' }, postsFeed],
  ...['star', 'format', 'season', 'post', 'member'].map((kind): [string, Record<string, unknown>, ZodType] => [
    'sitemap_entries',
    { p_kind: kind },
    sitemapEntries,
  ]),
]

const callers: Caller[] = ['guest', 'member', 'banned', 'admin']

type Row = (typeof answers)[number]

/** Whoever asks gets an answer in its shape, and guests no e-mail address and no full name. */
async function answersInShape([rpc, args, schema]: Row): Promise<void> {
  for (const caller of callers) {
    const answer = await pages.call(rpc, args, caller)
    expect(answer).not.toBeNull()
    schema.parse(answer)
  }
  expect(JSON.stringify(await pages.call(rpc, args))).not.toMatch(/@gmail|Klarname/)
}

test.each(answers)('%s %o answers in its shape, whoever asks, and names no e-mail address', (...row) =>
  answersInShape(row),
)

const contract = path.resolve(import.meta.dirname, '../../../domain/src/contract')
const files = fs.readdirSync(contract).filter((file) => file.endsWith('.ts') && !file.startsWith('database.'))

/** The schema that bears the name of an RPC: `stars_page` answers `starsPage`. */
async function schemaOf(rpc: string): Promise<ZodType | undefined> {
  const name = rpc.replace(/_(.)/g, (_, first: string) => first.toUpperCase())
  for (const file of files) {
    const { [name]: schema } = await import(path.join(contract, file))
    if (schema) return schema
  }
  return undefined
}

/** Page RPCs without a row, and which of those can be called without arguments and have a schema of their name. */
async function withoutRow(): Promise<{ name: string; schema: ZodType | undefined }[]> {
  const rows = await pages.owner<{ name: string; bare: boolean }>(
    `select p.proname as name, p.pronargs = p.pronargdefaults as bare from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prorettype = 'jsonb'::regtype and p.provolatile = 's'
       and has_function_privilege('anon', p.oid, 'execute')`,
  )
  const rowed = new Set(answers.map(([rpc]) => rpc))
  const others = rows.filter(({ name }) => !rowed.has(name))
  return Promise.all(others.map(async ({ name, bare }) => ({ name, schema: bare ? await schemaOf(name) : undefined })))
}

test('every page RPC of the database has a row here, or answers in the schema of its name', async () => {
  for (const { name, schema } of await withoutRow()) {
    if (!schema) throw new Error(`${name}: no row here, and no schema of its name or arguments that it needs`)
    await answersInShape([name, {}, schema])
  }
})

test('a page RPC that has neither is noticed, and one is found by its name', async () => {
  await pages.owner(
    'create function public.forgotten_page() returns jsonb language sql stable as $$ select null::jsonb $$',
  )
  await pages.owner('grant execute on function public.forgotten_page() to anon')
  expect(await withoutRow()).toContainEqual({ name: 'forgotten_page', schema: undefined })
  await pages.owner('drop function public.forgotten_page()')
  expect(await schemaOf('stars_page')).toBe(starsPage)
})
