import { createContext, type ReactNode, useContext } from 'react'
import type { Viewer } from '#web/lib/auth/viewer/viewer.ts'

export type Member = Extract<Viewer, { state: 'member' }>

const MemberContext = createContext<Member | null>(null)

/** Around the account's pages: they are only drawn for members, and read who that is from here. */
export function MemberProvider({ member, children }: { member: Member; children: ReactNode }) {
  return <MemberContext value={member}>{children}</MemberContext>
}

/** The member whose account this is. Throws outside the account's pages. */
export function useMember(): Member {
  const member = useContext(MemberContext)
  if (!member) throw new Error('Hier gehört ein Mitglied hin.')
  return member
}
