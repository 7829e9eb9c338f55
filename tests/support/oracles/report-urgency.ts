import type { ReportReason } from '@hot/domain/moderation/report-rules'

/** Hours added to a report's age by its reason. SQL: private.report_head_start(). */
export const reportHeadStartHours: Record<ReportReason, number> = {
  illegal_content: 72,
  insult: 24,
  false_claim: 24,
  privacy: 24,
  spam: 0,
  spoiler: 0,
  other: 0,
}
const hoursPerFurtherReport = 2
const furtherReportsThatCount = 12
const hourMs = 3_600_000

/**
 * A case's sort key in the order of urgency, earliest first, in ms since 1970: the time of its first report, minus
 * the head start of its most serious reason and 2 hours for each further report. SQL: private.open_cases().
 */
export function reportDueAt(firstAtMs: number, reasons: readonly ReportReason[]): number {
  const headStart = Math.max(0, ...reasons.map((reason) => reportHeadStartHours[reason]))
  const further = Math.min(Math.max(reasons.length - 1, 0), furtherReportsThatCount)
  return firstAtMs - (headStart + further * hoursPerFurtherReport) * hourMs
}
