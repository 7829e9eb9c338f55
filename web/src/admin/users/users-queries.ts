import type { MemberRole } from '@hot/domain/contract/admin/users'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { listQuery } from '../kit/list.tsx'

const pageSize = 50

export const memberStates = ['banned', 'needs_invite', 'nameless'] as const
export type UsersFilter = { q?: string; rolle?: MemberRole; status?: (typeof memberStates)[number] }

export const usersKey = (userId: string) => ['admin', userId, 'users'] as const

/** Members, newest first, by opaque cursors. `userId` is who asks. */
export const usersQuery = (userId: string, { q, rolle, status }: UsersFilter) =>
  listQuery([...usersKey(userId), 'list', { q, rolle, status }], 'admin_users_page', {
    p_query: q,
    p_role: rolle,
    p_state: status,
    p_limit: pageSize,
  })

export const userQuery = (userId: string, member: string) =>
  queryOptions({
    queryKey: [...usersKey(userId), 'one', member],
    queryFn: ({ signal }) => rpc('admin_user_page', { p_id: member }, signal),
    staleTime: 0,
    meta: { personal: true },
  })
