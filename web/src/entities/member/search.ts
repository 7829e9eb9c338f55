import { cursorParam } from '@hot/domain/url/search-param'

type ProfileSearch = {
  /** Cursor of a later part of the list, for readers without JavaScript. */
  nach?: string | undefined
}

/** Search params of each tab, with defaults for invalid values. */
export const profileSearch = (given: Record<string, unknown>): ProfileSearch => ({ nach: cursorParam(given.nach) })
