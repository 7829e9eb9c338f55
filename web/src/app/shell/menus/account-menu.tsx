import CircleUserRound from 'lucide-react/icons/circle-user-round'
import type { ReactNode } from 'react'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { useArrival } from '#web/ui/hooks/use-lazy-module.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { GuestEntries } from './guest-entries.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { useDisclosures } from './use-disclosures.ts'

const loadMemberMenu = () => import('./member-menu.tsx')

/** Places for a feature the shell does not know: the bell in the header, and what the account menu shows of it. */
export type NotificationSlots = { bell: ReactNode; entry: ReactNode }

/** The account dropdown. What only members see is fetched for members only. */
export function AccountMenu({ notifications }: { notifications: NotificationSlots }) {
  const ref = useDisclosures<HTMLDivElement>()
  const viewer = useViewer()
  const guest = viewer.state === 'guest' && !viewer.pending
  const member = useArrival(viewer.state !== 'loading' && !guest, loadMemberMenu)
  const { AdminShortcut, AccountFace, MemberEntries } = (!guest && member) || {}
  return (
    <div ref={ref} className="relative flex gap-1">
      {AdminShortcut && <AdminShortcut />}
      {/* Its place is kept before it is there, so that nothing moves aside for it. */}
      <div className="hidden size-11 in-[[data-viewer]]:block">{notifications.bell}</div>
      <details>
        <summary className="icon-btn" aria-label="Account" data-tooltip="Account">
          {AccountFace ? <AccountFace /> : <Icon of={CircleUserRound} size={24} />}
        </summary>
        <div className="menu-sheet absolute top-full right-0 grid w-56 gap-2">
          <ul>{MemberEntries ? <MemberEntries notifications={notifications.entry} /> : <GuestEntries />}</ul>
          <ThemeToggle />
        </div>
      </details>
    </div>
  )
}
