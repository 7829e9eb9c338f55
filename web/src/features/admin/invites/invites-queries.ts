import type { AdminInvitesPage, AdminInviteUses } from '@hot/domain/wire/admin-invites'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { pageRpc } from '#web/data/page-rpc.ts'

const pageSize = 50

export const inviteStates = ['valid', 'used', 'expired', 'inactive'] as const
export type InvitesFilter = { q?: string; status?: (typeof inviteStates)[number] }

export const invitesKey = (userId: string) => ['admin', userId, 'invites'] as const

/** Codes, newest first, by opaque cursors. `userId` is who asks. */
export const invitesQuery = (userId: string, { q, status }: InvitesFilter) =>
  infiniteQueryOptions({
    queryKey: [...invitesKey(userId), 'list', { q, status }],
    queryFn: ({ pageParam, signal }) =>
      pageRpc<AdminInvitesPage>(
        'admin_invites_page',
        { p_query: q, p_state: status, p_after: pageParam, p_limit: pageSize },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    meta: { personal: true },
  })

/** Who came with a code, latest first. */
export const inviteUsesQuery = (userId: string, invite: string) =>
  infiniteQueryOptions({
    queryKey: [...invitesKey(userId), 'uses', invite],
    queryFn: ({ pageParam, signal }) =>
      pageRpc<AdminInviteUses>('admin_invite_uses', { p_id: invite, p_after: pageParam, p_limit: pageSize }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    meta: { personal: true },
  })
