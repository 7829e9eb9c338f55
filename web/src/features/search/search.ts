import { searchQueryMax } from '@hot/domain/search/limits'
import { cursorParam, patternParam, termParam } from '@hot/domain/url/search-param'

export type SiteSearch = {
  q?: string | undefined
  /** One kind of results (`art` of `searchKinds`); all by default and for unknown ones. */
  art?: string | undefined
  /** Cursor of a later part, for readers without JavaScript. */
  nach?: string | undefined
}

/** Search params from the URL; invalid values are dropped. */
export const siteSearch = (given: Record<string, unknown>): SiteSearch => ({
  q: termParam(given.q, searchQueryMax),
  art: patternParam(given.art, /^[a-z]{4,10}$/),
  nach: cursorParam(given.nach),
})
