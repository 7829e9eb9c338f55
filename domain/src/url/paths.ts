/** Entity paths from slugs. Encoded, so that odd input cannot escape its segment. */

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

export type MemberTab = 'beitraege' | 'kommentare' | 'fan-von'

/** Public profile, or one of its tabs. */
export function memberPath(slug: string, tab?: MemberTab): string {
  const profile = `/user/${encodeURIComponent(slug)}`
  return tab ? `${profile}/${tab}` : profile
}

/** Where authors view and edit their post, whatever its status. */
export function editPostPath(id: string): string {
  return `/trashtalk/bearbeiten/${encodeURIComponent(id)}`
}

/** Sign-in page that continues at `path`. */
export function signInPath(path: string): string {
  return `/auth?weiter=${encodeURIComponent(path)}`
}
