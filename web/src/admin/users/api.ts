import type { AdminUserPage, MemberRole } from '@hot/domain/contract/admin/users'
import { queryOptions } from '@tanstack/react-query'
import { siteAddress } from '#web/lib/api/config/runtime-config.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { fetchMarked } from '#web/lib/api/no-answer.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { accessToken } from '#web/lib/auth/session/access-token.ts'
import { listQuery } from '../kit/list.tsx'

const pageSize = 50

export const memberStates = ['new', 'banned', 'needs_invite', 'nameless'] as const
export type UsersFilter = { q?: string; rolle?: MemberRole; status?: (typeof memberStates)[number] }

export const usersKey = (userId: string) => ['admin', userId, 'users'] as const

/** Members, newest first, by opaque cursors. `userId`: the member of staff. */
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

export type MemberRecord = NonNullable<AdminUserPage>
export type MemberPartProps = {
  record: MemberRecord
  /** The staff member's own account, which only others may change. */
  isOwn: boolean
  /** Refetches the record and the lists after a change. */
  onChanged: () => Promise<unknown>
}

/**
 * Asks the web server to create an account and to mail its owner an invitation; returns the account's id. Throws DataError, whose hint names
 * the reason: `email_exists`, `email_domain_not_allowed`, `not_allowed`, `no_secret_key` …
 */
export async function inviteMember(email: string): Promise<string> {
  const token = await accessToken()
  const response = await fetchMarked(await siteAddress('/_team/invite'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token ?? ''}` },
    body: JSON.stringify({ email }),
  })
  const answer = (await response.json().catch(() => ({}))) as { id?: string; hint?: string }
  if (response.ok && answer.id) return answer.id
  throw new DataError('', response.status, 'invitation refused', answer.hint ?? '')
}
