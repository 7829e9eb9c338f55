import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, patternParam, termParam, uuidPattern } from '@hot/domain/url/search-param'

export const seasonStates = ['kommt', 'läuft', 'beendet', 'ohne-cast'] as const

export type SeasonsSearch = {
  q?: string | undefined
  status?: (typeof seasonStates)[number] | undefined
}

export const seasonsSearch = (given: Record<string, unknown>): SeasonsSearch => ({
  q: termParam(given.q, searchQueryMax),
  status: choiceParam(given.status, seasonStates),
})

/** The format a new season is for. */
export const newSeasonSearch = (given: Record<string, unknown>): { format?: string | undefined } => ({
  format: patternParam(given.format, uuidPattern),
})
