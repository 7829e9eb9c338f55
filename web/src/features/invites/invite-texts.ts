import type { InviteState } from './invite-calls.ts'

export const inviteTexts: Record<InviteState, string> = {
  valid: 'Deine Einladung gilt. Schön, dass du kommst.',
  unknown: 'Diesen Code kennen wir nicht. Prüf, ob du dich vertippt hast: Acht Zeichen, ohne 0, O, 1, I und L.',
  expired: 'Diese Einladung ist abgelaufen. Frag nach einer neuen.',
  used: 'Diese Einladung ist schon verbraucht. Frag nach einer neuen.',
  waiting: 'Zu viele falsche Codes. Versuch es in einer Stunde noch mal.',
  unanswered: 'Wir konnten den Code nicht prüfen. Prüf deine Verbindung und versuch es noch einmal.',
}
