import { type ReportReason, reportReasons } from '@hot/domain/moderation/report-rules'
import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, termParam } from '@hot/domain/url/search-param'

/** The open ones, most urgent first, are the default and have no address of their own. */
export type ReportsSearch = {
  status?: 'erledigt' | undefined
  sort?: 'alt' | undefined
  art?: 'beitrag' | 'kommentar' | undefined
  grund?: ReportReason | undefined
  /** Nickname of who wrote it. */
  von?: string | undefined
}

/** What is in the address, or the default where it makes no sense. */
export const readReportsSearch = (given: Record<string, unknown>): ReportsSearch => ({
  status: choiceParam(given.status, ['erledigt']),
  sort: choiceParam(given.sort, ['alt']),
  art: choiceParam(given.art, ['beitrag', 'kommentar']),
  grund: choiceParam(given.grund, reportReasons),
  von: termParam(given.von, searchQueryMax),
})
