import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

type Access = 'none' | 'moderator' | 'admin'

async function fetchAccess(signal: AbortSignal): Promise<Access> {
  const [admin, moderator] = await Promise.all([rpc('is_admin', {}, signal), rpc('is_moderator', {}, signal)])
  if (admin) return 'admin'
  return moderator ? 'moderator' : 'none'
}

/** The member's permissions in the admin area according to the database, regardless of the cached role. */
export const accessQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', userId, 'access'],
    queryFn: ({ signal }) => fetchAccess(signal),
    staleTime: 60_000,
    meta: { personal: true },
  })

type Staff = { userId: string; isAdmin: boolean }

const StaffContext = createContext<Staff | null>(null)
export const StaffProvider = StaffContext.Provider

/** The current staff member. Throws outside the admin area. */
export function useStaff(): Staff {
  const staff = use(StaffContext)
  if (!staff) throw new Error('useStaff is for screens of the admin area')
  return staff
}
