import { cursorParam } from '@hot/domain/url/search-param'

type ProfileSearch = {
  /** Cursor of a later part of the list, for readers without JavaScript. */
  nach?: string | undefined
}

/** Search params of a profile's tabs; an invalid cursor is dropped. */
export const profileSearch = (given: Record<string, unknown>): ProfileSearch => ({ nach: cursorParam(given.nach) })
