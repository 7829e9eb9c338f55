import { DataError } from '#web/lib/api/data-error.ts'
import { takenText } from './nickname-check.ts'

/** Hints of `set_nickname` (domain/src/contract/account/account.ts). */
const byHint: ReadonlyMap<string, string> = new Map(
  Object.entries({
    nickname_form: 'So darf ein Name nicht aussehen. Nimm einen anderen.',
    nickname_reserved: 'Diesen Namen vergeben wir nicht. Nimm einen anderen.',
    nickname_taken: takenText,
    rate_limited: 'Zu viele Versuche. Warte ein paar Minuten und versuch es dann noch einmal.',
  }),
)

/** Why a nickname was not saved, and what to do. */
export function nicknameFailure(error: unknown): string {
  if (!(error instanceof DataError)) return 'Keine Verbindung. Prüf dein Netz und versuch es noch einmal.'
  const known = byHint.get(error.hint) ?? (error.code === '23505' ? takenText : undefined)
  if (known) return known
  if (error.status === 0) return 'Keine Verbindung. Prüf dein Netz und versuch es noch einmal.'
  return 'Das hat gerade nicht geklappt. Versuch es in ein paar Minuten noch einmal.'
}
