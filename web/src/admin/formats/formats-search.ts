import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, patternParam, termParam, uuidPattern } from '@hot/domain/url/search-param'

/** States by their word in the address: what the RPC calls them. */
export const formatStates = { aktiv: 'active', inaktiv: 'inactive' } as const
const stateKeys = ['aktiv', 'inaktiv'] as const

export type FormatsSearch = {
  q?: string | undefined
  status?: keyof typeof formatStates | undefined
  /** Id of a broadcaster or provider. */
  kanal?: string | undefined
}

export const formatsSearch = (given: Record<string, unknown>): FormatsSearch => ({
  q: termParam(given.q, searchQueryMax),
  status: choiceParam(given.status, stateKeys),
  kanal: patternParam(given.kanal, uuidPattern),
})
