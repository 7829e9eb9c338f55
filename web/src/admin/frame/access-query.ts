import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

export type Access = 'none' | 'moderator' | 'admin'

async function fetchAccess(signal: AbortSignal): Promise<Access> {
  const [admin, moderator] = await Promise.all([rpc('is_admin', {}, signal), rpc('is_moderator', {}, signal)])
  if (admin) return 'admin'
  return moderator ? 'moderator' : 'none'
}

/** What the database lets this member do in the admin area, whatever the cached role says. */
export const accessQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', userId, 'access'],
    queryFn: ({ signal }) => fetchAccess(signal),
    staleTime: 60_000,
    meta: { personal: true },
  })
