import type { AdminInvite } from '@hot/domain/contract/admin/invites'
import { berlinDay, berlinTime } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'

export const stateNames: Readonly<Record<AdminInvite['state'], string>> = {
  valid: 'Gültig',
  used: 'Aufgebraucht',
  expired: 'Abgelaufen',
  inactive: 'Abgeschaltet',
}

/** `21. November 2026, 20:15` */
export const moment = (instant: string): string => `${longDay(berlinDay(instant))}, ${berlinTime(instant).slice(0, 5)}`

/** Refusals by hint. */
export const inviteRefusals: Readonly<Record<string, string>> = {
  not_allowed: 'Das darf nur das Team.',
  max_uses: 'Ein Code gilt 1- bis 100.000-mal.',
  expires_past: 'Das Ende liegt in der Vergangenheit. Nimm einen späteren Tag.',
  note_length: 'Die Notiz ist zu lang. Höchstens 500 Zeichen.',
  invite_gone: 'Diese Einladung gibt es nicht mehr. Lade die Seite neu.',
}
