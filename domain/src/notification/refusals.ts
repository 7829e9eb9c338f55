import { sessionGone } from '../network/refusals.ts'

/** What the database says when it refuses something about notifications and mails, by hint or `hint.case`. */
export const notificationSentences = {
  device_invalid:
    'Dieses Gerät lässt sich so nicht anmelden. Lade die Seite oder die App neu und versuch es noch einmal.',
  mail_values: 'Mail %s braucht die Werte %s.',
  not_allowed: 'Das Team schreibt in eigenem Namen, und über Entscheidungen berichtet nur die Entscheidung.',
  notification_invalid: 'So lässt sich die Benachrichtigung nicht schreiben: Prüf Art, Titel und Text.',
  rhythm_unknown: 'Wähl aus, wie oft.',
  session_gone: sessionGone,
}
