import type { PostCard } from '../contract/post.ts'

/** What has a picture of its own, which networks show with a shared link. */
export type SharedPicture = 'post' | 'star' | 'format' | 'chart'

/** Every picture has this size, in px: what networks ask for. */
export const sharedPictureSize = { width: 1200, height: 630 } as const

/** What a picture shows, in any order that stays the same. */
export type Shown = readonly (string | number | null)[]

/**
 * `key`: id of a post, slug of a star or format, id of a chart. `v` stands for what the picture shows: networks keep a
 * picture by its address, and a rumor that has been debunked must not go on with the old one. The server ignores it.
 */
export function sharedPicturePath(kind: SharedPicture, key: string, shown: Shown): string {
  return `/og/${kind}/${encodeURIComponent(key)}.png?v=${versionOf(shown)}`
}

/** What the picture of a post shows. */
export const shownOfPost = ({ title, type, rumor, poll, votes, comments }: PostCard): Shown => [
  title,
  type,
  votes,
  comments,
  ...(rumor ? [rumor.status, rumor.agree] : []),
  ...(poll?.options ?? []).flatMap((option) => [option.text, option.votes]),
]

/** FNV-1a, 32 bit (draft-eastlake-fnv), over the JSON of it, in base 36. */
function versionOf(shown: Shown): string {
  let hash = 0x811c9dc5
  for (const letter of JSON.stringify(shown)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
