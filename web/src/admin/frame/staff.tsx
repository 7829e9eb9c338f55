import { createContext, use } from 'react'

export type Staff = { userId: string; isAdmin: boolean }

const StaffContext = createContext<Staff | null>(null)
export const StaffProvider = StaffContext.Provider

/** Who of the team is working here. Throws outside the admin area. */
export function useStaff(): Staff {
  const staff = use(StaffContext)
  if (!staff) throw new Error('useStaff is for screens of the admin area')
  return staff
}
