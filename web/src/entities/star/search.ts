import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, cursorParam, patternParam, termParam } from '@hot/domain/url/search-param'

export type StarsSearch = {
  q?: string | undefined
  /** HoT is the default and has no address of its own. */
  sortierung?: 'name' | 'neu' | undefined
  buchstabe?: string | undefined
  /** Cursor of a later page, for readers without JavaScript. */
  nach?: string | undefined
}

/** What is in the address, or the default where it makes no sense. */
export const starsSearch = (given: Record<string, unknown>): StarsSearch => ({
  q: termParam(given.q, searchQueryMax),
  sortierung: choiceParam(given.sortierung, ['name', 'neu']),
  buchstabe: patternParam(given.buchstabe, /^[A-Z#]$/),
  nach: cursorParam(given.nach),
})
