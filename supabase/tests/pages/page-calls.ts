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
import { seasonResults } from '@hot/domain/contract/episode'
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
import type { ZodType } from 'zod'
import { people } from '../support/people.ts'
import { comment, format, named, star } from './page-rows.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })
const day = (hours: number) => today.format(new Date(Date.now() + hours * 3_600_000))
const rumorAddress = { p_type: 'rumor', p_day: day(-3), p_slug: 'zieht-mandy-ins-sommerhaus' }

/**
 * Page RPCs with the schema of the answer. Strict: a field too many fails as one too few does. One without a row is called
 * without arguments, and answers in the schema that bears its name.
 */
export const pageCalls: [rpc: string, args: Record<string, unknown>, schema: ZodType][] = [
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
  ['season_results', { p_season_id: named.over }, seasonResults],
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
