import { termParam } from '@hot/domain/url/search-param'

const termLimit = 80
const filterLimit = 60

export type FormatsSearch = {
  q?: string | undefined
  /** Slug of a broadcaster's name. */
  sender?: string | undefined
  /** Slug of a streaming provider's name. */
  anbieter?: string | undefined
}

/** Search params from the URL; invalid values are dropped. */
export const formatsSearch = (given: Record<string, unknown>): FormatsSearch => ({
  q: termParam(given.q, termLimit),
  sender: termParam(given.sender, filterLimit),
  anbieter: termParam(given.anbieter, filterLimit),
})
