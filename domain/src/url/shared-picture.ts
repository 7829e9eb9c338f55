/** Kinds of pages that have a picture for shared links. */
export type SharedPicture = 'post' | 'star' | 'format' | 'chart'

/** Size of every picture in px, as social networks recommend. */
export const sharedPictureSize = { width: 1200, height: 630 } as const

/** The values that a picture shows, in a fixed order. */
export type Shown = readonly (string | number | null)[]

/**
 * Path of a picture. `key`: id of a post or chart, slug of a star or format. `v` is a hash of what the picture shows,
 * which the server ignores: social networks cache pictures by URL, and a debunked rumor must get a new one.
 */
export function sharedPicturePath(kind: SharedPicture, key: string, shown: Shown): string {
  return `/og/${kind}/${encodeURIComponent(key)}.png?v=${versionOf(shown)}`
}

/** FNV-1a, 32 bit (draft-eastlake-fnv), over the JSON of the values, in base 36. */
function versionOf(shown: Shown): string {
  let hash = 0x811c9dc5
  for (const letter of JSON.stringify(shown)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
