import { cacheTiers } from '@hot/domain/network/cache-policy'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A copy is deleted when it is older or there are more.  */
export type CopyLimits = {
  entries: number
  maxAgeMs: number
  /** For so long what is seen again is not copied again. */
  freshMs: number
}

export const copyLimits = {
  pages: { entries: 50, maxAgeMs: 7 * day, freshMs: 10 * minute },
  /** Names carry a hash, so a copy is never wrong; those of old builds go by age. */
  build: { entries: 300, maxAgeMs: 30 * day, freshMs: day },
  /** For so long a picture counts as known; after that it is asked for again when it is seen again. */
  pictures: { ...cacheTiers.images, maxAgeMs: 7 * day },
} satisfies Record<string, CopyLimits>

/** A kept page that was not seen for so long is asked for again, so that what was removed goes from here, too. */
export const reaskAfterMs = { visit: day, reconnect: hour } as const
/** So many of them at a time. */
export const reaskMost = 20

/** After so long without an answer a kept page is shown in its place. */
export const pagePatienceMs = { bad: 4_000, otherwise: 10_000 } as const

/** Kept pages the offline page names. */
export const listedPages = 12

/** A picture beyond this is not worth its place. */
export const largestPicture = 1_000_000
