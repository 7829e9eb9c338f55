import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, patternParam, termParam, uuidPattern } from '@hot/domain/url/search-param'

/** States by their word in the address: what the RPC calls them. */
export const seasonStates = {
  kommt: 'upcoming',
  läuft: 'running',
  beendet: 'ended',
  'ohne-cast': 'without_cast',
} as const
export const seasonStateKeys = ['kommt', 'läuft', 'beendet', 'ohne-cast'] as const

export type SeasonsSearch = {
  q?: string | undefined
  status?: keyof typeof seasonStates | undefined
}

export const seasonsSearch = (given: Record<string, unknown>): SeasonsSearch => ({
  q: termParam(given.q, searchQueryMax),
  status: choiceParam(given.status, seasonStateKeys),
})

/** The format a new season is for. */
export const newSeasonSearch = (given: Record<string, unknown>): { format?: string | undefined } => ({
  format: patternParam(given.format, uuidPattern),
})
