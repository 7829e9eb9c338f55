import type { AdminInvite } from '@hot/domain/contract/admin/invites'
import type { InviteFields } from '@hot/domain/member/staff-forms'
import { berlinDay, berlinInstant, berlinTime } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { listQuery } from '../kit/list.tsx'

const pageSize = 50

export const inviteStates = ['valid', 'used', 'expired', 'inactive'] as const
export type InvitesFilter = { q?: string; status?: (typeof inviteStates)[number] }

export const invitesKey = (userId: string) => ['admin', userId, 'invites'] as const

/** Codes, newest first, paged by opaque cursors. `userId` is the current staff member. */
export const invitesQuery = (userId: string, { q, status }: InvitesFilter) =>
  listQuery([...invitesKey(userId), 'list', { q, status }], 'admin_invites_page', {
    p_query: q,
    p_state: status,
    p_limit: pageSize,
  })

/** Who signed up with a code, latest first. */
export const inviteUsesQuery = (userId: string, invite: string) =>
  listQuery([...invitesKey(userId), 'uses', invite], 'admin_invite_uses', {
    p_id: invite,
    p_limit: pageSize,
  })

export const stateNames: Readonly<Record<AdminInvite['state'], string>> = {
  valid: 'Gültig',
  used: 'Aufgebraucht',
  expired: 'Abgelaufen',
  inactive: 'Abgeschaltet',
}

/** `21. November 2026, 20:15` */
export const moment = (instant: string): string => `${longDay(berlinDay(instant))}, ${berlinTime(instant).slice(0, 5)}`

/** A new code. Throws DataError. */
export const createInvite = ({ uses, until, note }: InviteFields) =>
  rpc('admin_create_invite', {
    p_max_uses: Number(uses),
    // Valid until the end of the chosen day.
    p_expires_at: until ? berlinInstant(until, '23:59:59').toISOString() : null,
    p_note: note,
  })

export const switchInvite = (id: string, isActive: boolean) =>
  rpc('admin_switch_invite', { p_id: id, p_active: isActive })
