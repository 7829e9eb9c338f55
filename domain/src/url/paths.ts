/** Paths of pages by slug. Slugs are encoded, so that none can change the path. */

export function starPath(slug: string): string {
  return `/stars/${encodeURIComponent(slug)}`
}

export function formatPath(slug: string): string {
  return `/formate/${encodeURIComponent(slug)}`
}

/** Canonical path of a season, by the slugs of format and season (`staffel-7`). */
export function seasonPath(formatSlug: string, seasonSlug: string): string {
  return `${formatPath(formatSlug)}/staffel/${encodeURIComponent(seasonSlug)}`
}

export const newsPath = (slug: string): string => `/news/${encodeURIComponent(slug)}`

/** RSS of the news. */
export const newsFeedPath = '/news.rss'

/** News of the last two days, for news services. */
export const newsSitemapPath = '/news-sitemap.xml'

/** How browsers add the site's search to theirs (https://github.com/dewitt/opensearch). */
export const openSearchPath = '/opensearch.xml'
export const openSearchType = 'application/opensearchdescription+xml'

/** Below it lie the pictures of stars and articles, at the backend: `{folder}/{uuid}.webp`. SQL: private.check_picture(). */
export const sitePicturePath = '/storage/v1/object/public/pictures/'

export type MemberTab = 'beitraege' | 'kommentare' | 'fan-von'

/** Public profile of a member, or one of its tabs. */
export function memberPath(slug: string, tab?: MemberTab): string {
  const profile = `/user/${encodeURIComponent(slug)}`
  return tab ? `${profile}/${tab}` : profile
}

/** The page where authors view and edit their post, whatever its status. */
export function editPostPath(id: string): string {
  return `/trashtalk/bearbeiten/${encodeURIComponent(id)}`
}

/** The sign-in page, which leads to `path` afterwards. */
export function signInPath(path: string): string {
  return `/auth?weiter=${encodeURIComponent(path)}`
}
