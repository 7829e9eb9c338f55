import type { ReportReason } from './report-rules.ts'
import type { HouseRule } from './staff-rules.ts'

/** Ours: how many hours longer than it has a report of this reason counts as waiting. SQL: private.report_head_start(). */
export const reportHeadStartHours: Record<ReportReason, number> = {
  'Illegaler Inhalt': 72,
  'Beleidigung/Hass': 24,
  'Falschbehauptung über eine Person': 24,
  Privatsphäre: 24,
  Spam: 0,
  Spoiler: 0,
  Sonstiges: 0,
}
const hoursPerFurtherReport = 2
const furtherReportsThatCount = 12
const hourMs = 3_600_000

/** The chapter of the guidelines a reported reason is about. SQL: private.rule_of_report(). */
export const ruleOfReason: Record<ReportReason, HouseRule> = {
  'Illegaler Inhalt': 'content',
  'Beleidigung/Hass': 'tone',
  'Falschbehauptung über eine Person': 'rumors',
  Privatsphäre: 'privacy',
  Spam: 'content',
  Spoiler: 'content',
  Sonstiges: 'content',
}

/**
 * Place of a case in the order of urgency, earliest first, in ms since 1970: when its first report was made, less the head
 * start of its weightiest reason and 2 hours for each further report. SQL: private.open_cases().
 */
export function reportDueAt(firstAtMs: number, reasons: readonly ReportReason[]): number {
  const headStart = Math.max(0, ...reasons.map((reason) => reportHeadStartHours[reason]))
  const further = Math.min(Math.max(reasons.length - 1, 0), furtherReportsThatCount)
  return firstAtMs - (headStart + further * hoursPerFurtherReport) * hourMs
}

/** Three warnings in 90 days suggest a ban to the team; nothing bans by itself. */
export const warningsThatSuggestBan = 3
export const warningWindowDays = 90

/** A longer ban is for admins only; and the longest ban with an end, in days. */
export const moderatorBanDays = 30
export const longestBanDays = 3650
