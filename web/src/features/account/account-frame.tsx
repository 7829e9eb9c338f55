import type { ReactNode } from 'react'
import { AccountTabs } from './account-tabs.tsx'
import { type Member, MemberProvider } from './member.tsx'

type Props = { member: Member; path: string; children: ReactNode }

/** Around every page of the account: whose it is and where else to go. */
export function AccountFrame({ member, path, children }: Props) {
  return (
    <div className="page min-h-dvh">
      <AccountTabs path={path} />
      <MemberProvider member={member}>{children}</MemberProvider>
    </div>
  )
}
