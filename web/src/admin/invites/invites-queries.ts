import { listQuery } from '../kit/list.tsx'

const pageSize = 50

export const inviteStates = ['valid', 'used', 'expired', 'inactive'] as const
export type InvitesFilter = { q?: string; status?: (typeof inviteStates)[number] }

export const invitesKey = (userId: string) => ['admin', userId, 'invites'] as const

/** Codes, newest first, by opaque cursors. `userId` is who asks. */
export const invitesQuery = (userId: string, { q, status }: InvitesFilter) =>
  listQuery([...invitesKey(userId), 'list', { q, status }], 'admin_invites_page', {
    p_query: q,
    p_state: status,
    p_limit: pageSize,
  })

/** Who came with a code, latest first. */
export const inviteUsesQuery = (userId: string, invite: string) =>
  listQuery([...invitesKey(userId), 'uses', invite], 'admin_invite_uses', {
    p_id: invite,
    p_limit: pageSize,
  })
