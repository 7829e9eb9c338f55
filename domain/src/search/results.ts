import { type ChartEntry, chartEntries } from '../chart/entries.ts'
import type { PopularContent, SearchAnswer } from '../contract/search.ts'
import { postPath } from '../post/address.ts'
import { starName } from '../star/name.ts'
import { searchFold, searchPatterns } from '../text/search-fold.ts'
import { formatPath, starPath } from '../url/paths.ts'
import { popularDefaultLimit, popularPosts, popularStars, searchDefaultLimit, searchShare } from './limits.ts'

/** German badges of results by kind. */
export const searchBadges = { star: 'Star', format: 'Format', post: 'Beitrag', chart: 'Charts' } as const

/** One line of the search overlay. `key` is unique within a list; `path` is the target of the link. */
export type SearchResult = { key: string; title: string; path: string } & (
  | { kind: 'star'; star: SearchAnswer['stars'][number] }
  | { kind: 'format'; format: SearchAnswer['formats'][number] }
  | { kind: 'post'; post: SearchAnswer['posts'][number] }
  | { kind: 'chart'; chart: ChartEntry }
)

/**
 * Results of a search: stars, formats, posts, charts, each up to its share and `limit` in all. Charts are not in the
 * database, so they are matched here. A blank query has no results.
 */
export function mergeSearch(answer: SearchAnswer, query: string, limit = searchDefaultLimit): SearchResult[] {
  if (searchPatterns(query).length === 0) return []
  const share = searchShare(limit)
  return [
    ...answer.stars.slice(0, share).map(starResult),
    ...answer.formats.slice(0, share).map(formatResult),
    ...answer.posts.slice(0, share).map(postResult),
    ...matchCharts(query).slice(0, share).map(chartResult),
  ].slice(0, limit)
}

/** Suggestions for an empty search: popular stars and posts, filled up with charts to `limit`. */
export function fillPopular(content: PopularContent, limit = popularDefaultLimit): SearchResult[] {
  return [
    ...content.stars.slice(0, popularStars).map(starResult),
    ...content.posts.slice(0, popularPosts).map(postResult),
    ...chartEntries.map(chartResult),
  ].slice(0, limit)
}

/** Charts whose title contains every word of the query. */
export function matchCharts(query: string): ChartEntry[] {
  const patterns = searchPatterns(query)
  if (patterns.length === 0) return []
  return chartEntries.filter((chart) => patterns.every((pattern) => searchFold(chart.title).includes(pattern)))
}

function starResult(star: SearchAnswer['stars'][number]): SearchResult {
  return { kind: 'star', star, key: `star-${star.id}`, title: starName(star), path: starPath(star.slug) }
}

function formatResult(format: SearchAnswer['formats'][number]): SearchResult {
  return { kind: 'format', format, key: `format-${format.id}`, title: format.name, path: formatPath(format.slug) }
}

function postResult(post: SearchAnswer['posts'][number]): SearchResult {
  return { kind: 'post', post, key: `post-${post.id}`, title: post.title, path: postPath(post) }
}

function chartResult(chart: ChartEntry): SearchResult {
  return { kind: 'chart', chart, key: `chart-${chart.id}`, title: chart.title, path: chart.path }
}
