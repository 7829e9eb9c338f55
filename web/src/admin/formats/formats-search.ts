import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, patternParam, termParam, uuidPattern } from '@hot/domain/url/search-param'

export const formatStates = ['aktiv', 'inaktiv'] as const

export type FormatsSearch = {
  q?: string | undefined
  status?: (typeof formatStates)[number] | undefined
  /** Id of a broadcaster or provider. */
  kanal?: string | undefined
}

export const formatsSearch = (given: Record<string, unknown>): FormatsSearch => ({
  q: termParam(given.q, searchQueryMax),
  status: choiceParam(given.status, formatStates),
  kanal: patternParam(given.kanal, uuidPattern),
})
