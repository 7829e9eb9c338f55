import type { AdminDecision, AdminMember, MemberRole } from '@hot/domain/contract/admin/users'
import { berlinDay, berlinTime } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'

export const roleNames: Readonly<Record<MemberRole, string>> = {
  user: 'Mitglied',
  moderator: 'Moderator:in',
  admin: 'Admin',
}

const actionNames: Readonly<Record<AdminDecision['action'], string>> = {
  rejected: 'Abgelehnt',
  deleted: 'Gelöscht',
  edited: 'Geändert',
  warned: 'Verwarnt',
  banned: 'Gesperrt',
  unbanned: 'Sperre aufgehoben',
  restored: 'Wiederhergestellt',
}

export const severityNames = { low: 'leicht', medium: 'mittel', high: 'schwer' } as const

/** Name of a decision. A rejection is stored as a warning that does not count. */
export const decisionName = ({ action, counts_as_warning }: AdminDecision): string =>
  action === 'warned' && !counts_as_warning ? 'Beitrag abgelehnt' : actionNames[action]

/** `21. November 2026, 20:15` */
export const moment = (instant: string): string => `${longDay(berlinDay(instant))}, ${berlinTime(instant).slice(0, 5)}`

export const memberName = ({ nickname, email }: Pick<AdminMember, 'nickname' | 'email'>): string =>
  nickname ?? email ?? 'Unbekannt'

/** Text about a ban and its end; null if the member is not banned. */
export function banText({ is_banned, banned_until }: Pick<AdminMember, 'is_banned' | 'banned_until'>): string | null {
  if (!is_banned) return null
  return banned_until ? `Gesperrt bis ${moment(banned_until)}` : 'Gesperrt auf Dauer'
}
