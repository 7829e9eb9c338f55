import { expect, test } from 'vitest'
import { DataError } from '#web/lib/api/data-error.ts'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { caseRefusals } from './api.ts'

/** The dialog's message for a database error. */
function shown(code: string, message: string, hint = ''): string {
  const error = new DataError(code, 400, message, hint)
  return failureText(error, caseRefusals)
}

/** supabase/tests/moderation/moderate-case.test.ts provokes each of them in the database. */
test.each([
  ['23514', 'case_fields', 'Ungültige Meldungsdaten - fehlende erforderliche Felder'],
  ['23514', 'case_type', 'Ungültiger Report-Typ'],
  ['23514', 'case_action', 'Ungültige Moderationsaktion'],
  ['23514', 'reason_required', 'Bitte gib einen Grund für diese Moderationsaktion an.'],
  ['42501', 'not_allowed', 'Nicht berechtigt - bitte erneut anmelden'],
  ['P0001', 'case_fetch_failed', 'Fehler beim Abrufen des Beitrags: Platte voll'],
  ['23503', 'target_gone', 'Fehler beim Abrufen des Kommentars: Den Kommentar gibt es nicht mehr.'],
  ['P0001', 'case_preparation_failed', 'Fehler beim Vorbereiten der Beitragsverarbeitung'],
  ['P0001', 'case_preparation_failed', 'Fehler beim Vorbereiten der Kommentarverarbeitung'],
  ['P0001', 'take_down_failed', 'Sowohl Löschung als auch Zurückweisung fehlgeschlagen: Platte voll'],
  ['P0001', 'comment_deletion_failed', 'Comment-Löschung fehlgeschlagen: Platte voll'],
  ['42501', 'report_closed', 'chefin hat diesen Fall schon entschieden: verwarnt.'],
])('%s %s reads "%s"', (code, hint, message) => {
  expect(shown(code, message, hint)).toBe(message)
})

test('an ended session gets the request to sign in again', () => {
  expect(shown('42501', 'permission denied for function moderate_case')).toBe(
    'Nicht berechtigt - bitte erneut anmelden',
  )
  expect(shown('PGRST303', 'JWT expired')).toBe('Nicht berechtigt - bitte erneut anmelden')
})

test('technical messages of the database are not shown', () => {
  expect(shown('23514', 'new row violates check constraint')).toBe(
    'Ein unbekannter Fehler ist aufgetreten. Versuch es gleich noch einmal.',
  )
})
