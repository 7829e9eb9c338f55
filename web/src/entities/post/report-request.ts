import type { ReportTargetType } from '@hot/domain/moderation/report-rules'

export type ReportTarget = { type: ReportTargetType; id: string }
type Open = (target: ReportTarget) => void

let open: Open | null = null

/** Opens the report dialog for a post, comment or profile of the current page. */
export const requestReport: Open = (target) => open?.(target)

/** Registers the dialog's slot; only one at a time. Returns the cleanup. */
export function onReportRequest(show: Open): () => void {
  open = show
  return () => {
    open = null
  }
}
