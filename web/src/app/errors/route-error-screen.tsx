import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { cameBack } from '#web/lib/api/backend-reachable.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { noteError } from '#web/lib/monitoring/monitoring-outbox.ts'
import { isOnline } from '#web/platform/device/connection.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { lacksCode } from './stale-build.ts'

/** Thrown by the data services when no backend is configured. */
const notConfigured = 'Supabase nicht konfiguriert'

export type ErrorText = { title: string; text: string }

const unexpected: ErrorText = {
  title: 'Etwas ist schiefgelaufen',
  text: 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuche es erneut.',
}

const unconfigured: ErrorText = {
  title: notConfigured,
  text: 'HoT weiß nicht, wo seine Daten liegen. Wer die Seite betreibt, muss die Adresse des Servers eintragen.',
}

const offline: ErrorText = {
  title: 'Offline',
  text: 'Du hast gerade kein Netz. Was du gelesen hast, ist noch da – für diese Seite brauchst du eine Verbindung.',
}

const silent: ErrorText = {
  title: 'Keine Antwort',
  text: 'HoT antwortet gerade nicht. Was du gelesen hast, ist noch da – diese Seite noch nicht. Versuch es gleich noch einmal.',
}

/** What a person reads about an error that kept a page from showing. */
export function errorText(error: unknown, online: boolean): ErrorText {
  if (error instanceof Error && error.message === notConfigured) return unconfigured
  if (!online && !(error instanceof DataError && error.status > 0)) return offline
  if (import.meta.env.VITE_SHELL === 'native' && cameBack(error) === false) return silent
  return unexpected
}

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
