import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { fetchOwnProfile } from '#web/lib/auth/viewer/own-profile.ts'
import type { AssuranceLevel } from '#web/lib/auth/viewer/viewer.ts'

/** `factor-missing`: staff whose account has no second factor yet. */
type Access = 'none' | 'factor-missing' | 'moderator' | 'admin'

async function fetchAccess(userId: string, assurance: AssuranceLevel, signal: AbortSignal): Promise<Access> {
  const [admin, moderator] = await Promise.all([rpc('is_admin', {}, signal), rpc('is_moderator', {}, signal)])
  if (admin) return 'admin'
  if (moderator) return 'moderator'
  const profile = assurance === 'aal1' ? await fetchOwnProfile(userId) : null
  return profile && profile.role !== 'user' ? 'factor-missing' : 'none'
}

/** The member's permissions in the admin area according to the database, regardless of the cached role. */
export const accessQuery = (userId: string, assurance: AssuranceLevel) =>
  queryOptions({
    queryKey: ['admin', userId, 'access', assurance],
    queryFn: ({ signal }) => fetchAccess(userId, assurance, signal),
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
