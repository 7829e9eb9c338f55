export type ReportTarget = { type: 'post' | 'comment'; id: string }
type Open = (target: ReportTarget) => void

let open: Open | null = null

/** Opens the report dialog for a post or comment of the current page. */
export const requestReport: Open = (target) => open?.(target)

/** Registers the dialog's slot; only one at a time. Returns the cleanup. */
export function onReportRequest(show: Open): () => void {
  open = show
  return () => {
    open = null
  }
}
