import { cursorParam } from '@hot/domain/url/search-param'

type ProfileSearch = {
  /** Cursor of a later part of the list, for readers without JavaScript. */
  nach?: string | undefined
}

/** What is in the address of each tab, or the default where it makes no sense. */
export const profileSearch = (given: Record<string, unknown>): ProfileSearch => ({ nach: cursorParam(given.nach) })
