import CircleUserRound from 'lucide-react/icons/circle-user-round'
import LogIn from 'lucide-react/icons/log-in'
import { type ReactNode, useSyncExternalStore } from 'react'
import { LoginLink } from '#web/entities/member/members-only.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { chooseTheme, shownTheme, subscribeTheme, type ThemeChoice } from '#web/platform/browser-chrome/theme.ts'
import { Segmented } from '#web/ui/controls/button.tsx'
import { useLazyModule } from '#web/ui/hooks/use-lazy-module.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { useDisclosures } from '#web/ui/overlays/use-disclosures.ts'
import { LegalNoticeEntry } from './legal-notice-entry.tsx'

const themes: readonly { theme: ThemeChoice; title: string }[] = [
  { theme: 'light', title: 'Hell' },
  { theme: 'dark', title: 'Dunkel' },
  // As the device; what is shown is pressed.
  { theme: 'system', title: 'Auto' },
]

/** The server does not know the theme, so no option is selected until hydration. */
const unknownTheme = () => null

function ThemeToggle() {
  const shown = useSyncExternalStore(subscribeTheme, shownTheme, unknownTheme)
  return (
    <div className="noscript:hidden">
      <Segmented label="Darstellung">
        {themes.map(({ theme, title }) => (
          <button
            key={theme}
            type="button"
            className="px-2 whitespace-nowrap"
            aria-pressed={shown === theme}
            data-track="theme"
            onClick={() => chooseTheme(theme)}
          >
            {title}
          </button>
        ))}
      </Segmented>
    </div>
  )
}

/** Entries of the account menu for guests: Login, and where no footer is near the legal notice. */
function GuestEntries() {
  return (
    <>
      <li>
        <LoginLink className="menu-item">
          <Icon of={LogIn} />
          Login
        </LoginLink>
      </li>
      <LegalNoticeEntry />
    </>
  )
}

const loadMemberMenu = () => import('./member-menu.tsx')

/** Slots for the notifications feature: the bell in the header and its entry in the account menu. */
export type NotificationSlots = { bell: ReactNode; entry: ReactNode }

/** The account dropdown. Code for members is loaded for members only. */
export function AccountMenu({ notifications }: { notifications: NotificationSlots }) {
  const ref = useDisclosures<HTMLDivElement>()
  const viewer = useViewer()
  const guest = viewer.state === 'guest' && !viewer.pending
  const member = useLazyModule(viewer.state !== 'loading' && !guest, loadMemberMenu)
  const { AdminShortcut, AccountFace, MemberEntries } = (!guest && member) || {}
  return (
    <div ref={ref} className="relative flex gap-1">
      {AdminShortcut && <AdminShortcut />}
      {/* Reserves its space before it is loaded, to avoid layout shift. */}
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
