import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, cursorParam, patternParam, termParam } from '@hot/domain/url/search-param'

export type StarsSearch = {
  q?: string | undefined
  /** The default, HoT, is not in the URL. */
  sortierung?: 'name' | 'neu' | undefined
  buchstabe?: string | undefined
  /** Cursor of a later page, for readers without JavaScript. */
  nach?: string | undefined
}

/** Search params from the URL, with defaults for invalid values. */
export const starsSearch = (given: Record<string, unknown>): StarsSearch => ({
  q: termParam(given.q, searchQueryMax),
  sortierung: choiceParam(given.sortierung, ['name', 'neu']),
  buchstabe: patternParam(given.buchstabe, /^[A-Z#]$/),
  nach: cursorParam(given.nach),
})
