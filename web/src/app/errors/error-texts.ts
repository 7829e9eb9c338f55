import { cameBack } from '#web/lib/api/backend-reachable.ts'
import { DataError } from '#web/lib/api/data-error.ts'

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
