import { cacheTiers } from '@hot/domain/network/cache-policy'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Copies beyond these limits are deleted. */
export type CopyLimits = {
  entries: number
  maxAgeMs: number
  /** A copy younger than this is not renewed. */
  freshMs: number
}

export const copyLimits = {
  pages: { entries: 50, maxAgeMs: 7 * day, freshMs: 10 * minute },
  /** Names contain a hash, so copies never go stale; those of old builds expire by age. */
  build: { entries: 300, maxAgeMs: 30 * day, freshMs: day },
  /** A picture is fresh for this long; after that it is revalidated the next time it is shown. */
  pictures: { ...cacheTiers.images, maxAgeMs: 7 * day },
} satisfies Record<string, CopyLimits>

/** A cached page not checked for this long is revalidated, so that removed pages are also deleted here. */
export const revalidateAfterMs = { visit: day, reconnect: hour } as const
/** Maximum number of pages revalidated at a time. */
export const revalidateMost = 20

/** After this long without an answer, the cached page is shown. */
export const pagePatienceMs = { bad: 4_000, otherwise: 10_000 } as const

/** Number of cached pages listed on the offline page. */
export const listedPages = 12

/** Larger pictures are not cached (bytes). */
export const largestPicture = 1_000_000
