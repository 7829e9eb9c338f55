import { useEffect, useState } from 'react'
import { useArrival } from '#web/app/use-arrival.ts'
import { onReportRequest, type ReportTarget } from '#web/data/report-request.ts'
import { showToast } from '#web/ui/toasts.ts'

const load = () => import('#web/features/reports/report-dialog.tsx')

/** Empty until somebody wants to report something on the page; then the place of the dialog. */
export function ReportSlot() {
  const [target, setTarget] = useState<ReportTarget | null>(null)
  const [fail] = useState(() => () => {
    setTarget(null)
    showToast({ kind: 'error', title: 'Das ließ sich gerade nicht laden.', text: 'Versuch es gleich noch einmal.' })
  })
  const Dialog = useArrival(!!target, load, fail)?.default
  useEffect(() => onReportRequest(setTarget), [])
  return target && Dialog && <Dialog target={target} onClose={() => setTarget(null)} />
}
