import { useEffect, useState } from 'react'
import { type ContentTarget, reportRequest } from '#web/entities/post/content-requests.tsx'
import { sayNotLoaded } from '#web/ui/feedback/announce.ts'
import { useLazyModule } from '#web/ui/hooks/use-lazy-module.ts'

const load = () => import('./report-dialog.tsx')

/** Renders the report dialog once one was requested on the page. */
export function ReportSlot() {
  const [target, setTarget] = useState<ContentTarget | null>(null)
  const [fail] = useState(() => () => {
    setTarget(null)
    sayNotLoaded()
  })
  const Dialog = useLazyModule(!!target, load, fail)?.default
  useEffect(() => reportRequest.listen(setTarget), [])
  return target && Dialog && <Dialog target={target} onClose={() => setTarget(null)} />
}
