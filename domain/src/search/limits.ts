/** Constants of search (docs/product/search.md). */
export const searchDebounceMs = 300
export const searchDefaultLimit = 10
export const popularDefaultLimit = 6
export const popularStars = 3
export const popularPosts = 2
/** Results per kind on the first page of a search, and per part of one kind. */
export const searchGroupSize = 5
export const searchPartSize = 10
/** In characters; longer queries are truncated by the browser and rejected by the database. */
export const searchQueryMax = 100

/** Most results of each of the four sources. */
export function searchShare(limit = searchDefaultLimit): number {
  return Math.ceil(limit / 4)
}
