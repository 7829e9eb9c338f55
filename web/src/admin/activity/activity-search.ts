import { patternParam, uuidPattern } from '@hot/domain/url/search-param'

export type ActivitySearch = {
  /** Id of a member of staff. */
  wer?: string | undefined
  /** Kind of target. */
  ziel?: string | undefined
}

/** What is in the address, or everything where it makes no sense. */
export const readActivitySearch = (given: Record<string, unknown>): ActivitySearch => ({
  wer: patternParam(given.wer, uuidPattern),
  ziel: patternParam(given.ziel, /^[a-z_]{1,80}$/),
})
