/** Paths of the nouns, from slugs. Encoded, so that odd input cannot leave its segment. */

export function starPath(slug: string): string {
  return `/stars/${encodeURIComponent(slug)}`
}

export function formatPath(slug: string): string {
  return `/formate/${encodeURIComponent(slug)}`
}

/** Canonical address of a season, by the slugs of format and season (`staffel-7`). */
export function seasonPath(formatSlug: string, seasonSlug: string): string {
  return `${formatPath(formatSlug)}/staffel/${encodeURIComponent(seasonSlug)}`
}

export type MemberTab = 'beitraege' | 'kommentare' | 'fan-von'

/** Public profile, or one of its tabs. */
export function memberPath(slug: string, tab?: MemberTab): string {
  const profile = `/user/${encodeURIComponent(slug)}`
  return tab ? `${profile}/${tab}` : profile
}

/** Where its author sees and changes a post, whatever became of it. */
export function editPostPath(id: string): string {
  return `/trashtalk/bearbeiten/${encodeURIComponent(id)}`
}

/** Where a guest signs in and then goes on at `path`. */
export function signInPath(path: string): string {
  return `/auth?weiter=${encodeURIComponent(path)}`
}
