/** What the database says when it refuses something about signing in, invitations and what needs a proof, by hint or `hint.case`. */
export const authSentences = {
  email_domain_not_allowed: 'E-Mail nicht erlaubt',
  expires_past: 'Das Ende liegt in der Vergangenheit. Nimm einen späteren Tag.',
  invite_gone: 'Diese Einladung gibt es nicht mehr. Lade die Seite neu.',
  invite_required: 'Löse zuerst einen Einladungscode ein.',
  'invite_required.sign_up': 'Signup not allowed',
  max_uses: 'Ein Code gilt 1- bis 100.000-mal.',
  mfa_needed: 'Bestätige zuerst deinen zweiten Faktor.',
  'mfa_needed.proof': 'Bitte bestätige das mit deinem zweiten Faktor.',
  'mfa_needed.team':
    'Dafür brauchst du deinen zweiten Faktor. Öffne den Team-Bereich: Dort richtest du ihn ein oder gibst den Code ein.',
  not_allowed: 'Bitte melde dich zuerst an.',
  not_self: 'Das geht nur für das eigene Konto.',
  note_length: 'Die Notiz ist zu lang. Höchstens 500 Zeichen.',
  rate_limited: 'Zu viele falsche Codes. Versuch es in einer Stunde noch mal.',
  reauthentication_needed: 'Bitte melde dich dafür noch einmal an.',
  second_factor_missing: 'Richte zuerst einen zweiten Faktor ein.',
  session_ended: 'Deine Anmeldung ist beendet. Melde dich neu an.',
  sign_up_shut:
    'Neue Konten gibt es hier noch nicht: Das Impressum ist nicht vollständig. Lesen kannst du schon alles.',
}
