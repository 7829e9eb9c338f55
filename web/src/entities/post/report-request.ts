export type ReportTarget = { type: 'post' | 'comment'; id: string }
type Open = (target: ReportTarget) => void

let open: Open | null = null

/** Opens the report dialog of the page that shows this post or comment. */
export const requestReport: Open = (target) => open?.(target)

/** For the slot of the dialog, one at a time. Returns the cleanup. */
export function onReportRequest(show: Open): () => void {
  open = show
  return () => {
    open = null
  }
}
