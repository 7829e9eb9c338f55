import { CircleUserRound } from 'lucide-react'
import { useViewer } from '#web/data/viewer.ts'
import { Icon } from '#web/ui/icon.tsx'
import { GuestEntries } from './guest-entries.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { useArrival } from './use-arrival.ts'
import { useDisclosures } from './use-disclosures.ts'

const loadMemberMenu = () => import('./member-menu.tsx')

/** The account dropdown (specification §2 Shell). What only members see is fetched for members only. */
export function AccountMenu() {
  const ref = useDisclosures<HTMLDivElement>()
  const viewer = useViewer()
  const guest = viewer.state === 'guest' && !viewer.pending
  const member = useArrival(viewer.state !== 'loading' && !guest, loadMemberMenu)
  const { AdminShortcut, AccountFace, MemberEntries } = (!guest && member) || {}
  return (
    <div ref={ref} className="relative flex gap-1">
      {AdminShortcut && <AdminShortcut />}
      <details>
        <summary className="icon-btn" aria-label="Account" data-tooltip="Account">
          {AccountFace ? <AccountFace /> : <Icon of={CircleUserRound} size={24} />}
        </summary>
        <div className="menu-sheet absolute top-full right-0 grid w-56 gap-2">
          <ul>{MemberEntries ? <MemberEntries /> : <GuestEntries />}</ul>
          <ThemeToggle />
        </div>
      </details>
    </div>
  )
}
