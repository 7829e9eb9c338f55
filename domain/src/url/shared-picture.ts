import type { PostCard } from '../contract/post.ts'

/** Kinds of pages with their own share picture. */
export type SharedPicture = 'post' | 'star' | 'format' | 'chart'

/** Size of every picture in px, as social networks recommend. */
export const sharedPictureSize = { width: 1200, height: 630 } as const

/** The values a picture shows, in a stable order. */
export type Shown = readonly (string | number | null)[]

/**
 * `key`: id of a post, slug of a star or format, id of a chart. `v` is a hash of what the picture shows: networks cache
 * a picture by its URL, and a debunked rumor must not keep its old picture. The server ignores it.
 */
export function sharedPicturePath(kind: SharedPicture, key: string, shown: Shown): string {
  return `/og/${kind}/${encodeURIComponent(key)}.png?v=${versionOf(shown)}`
}

/** The values shown in the picture of a post. */
export const shownOfPost = ({ title, type, rumor, poll, votes, comments }: PostCard): Shown => [
  title,
  type,
  votes,
  comments,
  ...(rumor ? [rumor.status, rumor.agree] : []),
  ...(poll?.options ?? []).flatMap((option) => [option.text, option.votes]),
]

/** FNV-1a, 32 bit (draft-eastlake-fnv), over the JSON of the values, in base 36. */
function versionOf(shown: Shown): string {
  let hash = 0x811c9dc5
  for (const letter of JSON.stringify(shown)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
