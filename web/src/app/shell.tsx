import { type ReactNode, useEffect } from 'react'
import { isNative } from '#web/platform/shell-kind.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { BottomNavigation } from './bottom-navigation.tsx'
import { Header } from './header.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { startClient } from './start-client.ts'
import { ToastSlot } from './toast-slot.tsx'

type Props = {
  /** Search button with its overlay. */
  search: ReactNode
  /** Absent in the native shells. */
  footer: ReactNode
  children: ReactNode
}

/** The bottom bar covers this much of the page's end. */
const roomForBar = 'pb-[calc(var(--bottom-bar-h)+var(--safe-bottom,0px))]'

/** What stands around every page. Features come in as slots. */
export function Shell({ search, footer, children }: Props) {
  useEffect(startClient, [])
  return (
    <div className={isNative ? roomForBar : `${roomForBar} lg:pb-0`}>
      <SkipLink />
      <Header search={search} />
      <NavigationProgress />
      <main id="inhalt" tabIndex={-1} className="min-h-[60dvh] focus:outline-none">
        {children}
      </main>
      {footer}
      <BottomNavigation />
      <OfflineNotice />
      <RouteAnnouncer />
      <ToastSlot />
    </div>
  )
}
