import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { cameBack } from '#web/lib/api/backend-reachable.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { isUnanswered } from '#web/lib/api/no-answer.ts'
import { queueError } from '#web/lib/monitoring/monitoring-outbox.ts'
import { isOnline, subscribeOnline } from '#web/platform/device/device.ts'
import { reloads } from '#web/platform/device/reloads.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { OldAppOr } from './old-app.tsx'
import { lacksCode } from './stale-build.ts'

/** Message of the error that is thrown when no backend is configured. */
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

/** User-facing text for an error that prevented a page from being shown. */
export function errorText(error: unknown, online: boolean): ErrorText {
  if (error instanceof Error && error.message === notConfigured) return unconfigured
  if (!online && !(error instanceof DataError && error.status > 0)) return offline
  if (import.meta.env.VITE_SHELL === 'native' && cameBack(error) === false) return silent
  return unexpected
}

/** Replaces a page whose loader or component failed; header and navigation stay usable. */
export function RouteErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  useEffect(() => queries.reset(), [queries])
  useEffect(() => {
    // A DataError is either a refusal, which the backend logs, or a missing answer, which is no error of the app.
    if (!(error instanceof DataError || isUnanswered(error))) queueError({ error })
  }, [error])
  const tryAgain = async () => {
    // The router caches the failure of a page whose code could not be loaded.
    if (lacksCode()) return window.location.reload()
    queries.reset()
    await router.invalidate()
    reset?.()
  }
  const [began] = useState(import.meta.env.SSR || isOnline())
  const retried = useRef(began)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  // By itself once the network is back and what waits is stored, as the service worker's offline page does.
  useEffect(() =>
    subscribeOnline(() => {
      if (retried.current || !isOnline()) return
      retried.current = true
      void Promise.resolve(reloads.waitFor).then(() => (isShown.current ? tryAgain() : undefined))
    }),
  )
  const panel = (
    <ErrorPanel {...errorText(error, began)}>
      <Button variant="strong" onClick={tryAgain}>
        Erneut versuchen
      </Button>
      <Button onClick={() => window.location.reload()}>Seite neu laden</Button>
    </ErrorPanel>
  )
  // Spelled out: by a constant of another module the website would carry it.
  return import.meta.env.VITE_SHELL === 'native' ? <OldAppOr error={error}>{panel}</OldAppOr> : panel
}

/** The router's generic error screen, when even the app layout failed. */
export function RootErrorScreen({ error }: ErrorComponentProps) {
  useEffect(() => queueError({ error }), [error])
  return (
    <main>
      <ErrorPanel
        title="Unexpected Application Error!"
        titleLang="en"
        text="HoT konnte nicht starten. Lade die Seite neu; wenn das nicht hilft, versuch es in ein paar Minuten noch einmal."
      >
        <Button variant="strong" onClick={() => window.location.reload()}>
          Seite neu laden
        </Button>
      </ErrorPanel>
    </main>
  )
}

/** What an address is about: the words of its last part. */
export function wordsOfPath(path: string): string {
  const last = path.split('/').filter(Boolean).at(-1) ?? ''
  return decodedPart(last)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // URIError: a % that begins no character.
    return part
  }
}

/** Shown with status 404 for unknown addresses and for entries that do not exist. */
export function NotFoundScreen() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <div className="page">
      <div className="grid justify-items-start gap-4 py-6">
        <p className="meta">Fehler 404</p>
        <h1>Diese Seite wurde rausgewählt.</h1>
        <p className="intro">
          Unter dieser Adresse läuft nichts. Vielleicht ist sie falsch geschrieben oder umgezogen.
        </p>
        <search className="w-full max-w-140">
          <form action="/suche" className="flex gap-2">
            <input
              key={path}
              type="search"
              name="q"
              className="field-input min-w-0 flex-1"
              aria-label="Suche"
              defaultValue={wordsOfPath(path)}
            />
            <Button type="submit">Suchen</Button>
          </form>
        </search>
        <div className="flex flex-wrap gap-2">
          <Link to="/" className={buttonClass({ variant: 'strong' })}>
            Zur Startseite
          </Link>
          <Link to="/formate" className={buttonClass()}>
            Alle Formate
          </Link>
          <Link to="/stars" className={buttonClass()}>
            Alle Stars
          </Link>
        </div>
      </div>
    </div>
  )
}
