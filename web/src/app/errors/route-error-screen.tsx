import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { DataError } from '#web/lib/api/data-error.ts'
import { noteError } from '#web/lib/monitoring/monitoring-outbox.ts'
import { isOnline } from '#web/platform/device/online.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { errorText } from './error-texts.ts'
import { lacksCode } from './stale-build.ts'

/** Stands in for a page whose loader or component failed; header and navigation stay usable. */
export function RouteErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  useEffect(() => queries.reset(), [queries])
  useEffect(() => {
    // What the backend refused is in its own log; no answer at all is no error of the app.
    if (!(error instanceof DataError)) noteError({ error })
  }, [error])
  const tryAgain = async () => {
    // The router keeps a page whose code failed to load as failed.
    if (lacksCode()) return window.location.reload()
    queries.reset()
    await router.invalidate()
    reset?.()
  }
  return (
    <ErrorPanel {...errorText(error, import.meta.env.SSR || isOnline())}>
      <Button variant="strong" onClick={tryAgain}>
        Erneut versuchen
      </Button>
      <Button onClick={() => window.location.reload()}>Seite neu laden</Button>
    </ErrorPanel>
  )
}
