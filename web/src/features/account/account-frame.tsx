import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import type { Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { Tabs } from '#web/ui/layout/navigation.tsx'

type Member = Extract<Viewer, { state: 'member' }>

const MemberContext = createContext<Member | null>(null)

/** The member whose account this is. Throws outside the account's pages. */
export function useMember(): Member {
  const member = useContext(MemberContext)
  if (!member) throw new Error('Hier gehört ein Mitglied hin.')
  return member
}

type Props = { member: Member; path: string; children: ReactNode }

/** Around every page of the account: whose it is and where else to go. The pages are only drawn for members. */
export function AccountFrame({ member, path, children }: Props) {
  return (
    <div className="page min-h-dvh">
      <AccountTabs path={path} />
      <MemberContext value={member}>{children}</MemberContext>
    </div>
  )
}

/** `exact`: the page alone, not what lies below it. */
const sections = [
  { to: '/account', title: 'Überblick', exact: true },
  { to: '/account/benachrichtigungen', title: 'Benachrichtigungen', exact: false },
  { to: '/account/profil', title: 'Profil', exact: true },
  { to: '/account/stars', title: 'Meine Stars', exact: true },
  { to: '/account/inhalte', title: 'Meine Inhalte', exact: false },
  { to: '/account/karma', title: 'Karma', exact: true },
  { to: '/account/sicherheit', title: 'Sicherheit', exact: true },
  { to: '/account/einstellungen', title: 'Einstellungen', exact: true },
  { to: '/account/moderation', title: 'Moderation', exact: true },
  { to: '/account/daten', title: 'Daten', exact: true },
] as const

/** The account's pages side by side; on phones the row scrolls, with the current one in view. */
function AccountTabs({ path }: { path: string }) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Again for every page: the row stays, its current entry moves.
    if (path) row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <div ref={row} className="mb-6">
      <Tabs label="Mein Account">
        {sections.map(({ to, title, exact }) => (
          <Link key={to} to={to} activeOptions={{ exact }} className="tab">
            {title}
          </Link>
        ))}
      </Tabs>
    </div>
  )
}
