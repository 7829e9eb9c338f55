import { useEffect, useState } from 'react'
import { onReportRequest, type ReportTarget } from '#web/entities/post/report-request.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useLazyModule } from '#web/ui/hooks/use-lazy-module.ts'

const load = () => import('./report-dialog.tsx')

/** Renders the report dialog once one was requested on the page. */
export function ReportSlot() {
  const [target, setTarget] = useState<ReportTarget | null>(null)
  const [fail] = useState(() => () => {
    setTarget(null)
    showToast({ kind: 'error', title: 'Das ließ sich gerade nicht laden.', text: 'Versuch es gleich noch einmal.' })
  })
  const Dialog = useLazyModule(!!target, load, fail)?.default
  useEffect(() => onReportRequest(setTarget), [])
  return target && Dialog && <Dialog target={target} onClose={() => setTarget(null)} />
}
