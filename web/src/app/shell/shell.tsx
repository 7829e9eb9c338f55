import { type ReactNode, useEffect } from 'react'
import { ConsentBanner } from '#web/features/consent/consent-banner.tsx'
import { isNative } from '#web/platform/device/shell-kind.ts'
import { SkipLink } from '#web/ui/layout/skip-link.tsx'
import { startClient } from '../start/start-client.ts'
import { Header } from './header.tsx'
import type { NotificationSlots } from './menus/account-menu.tsx'
import { BottomNavigation } from './menus/bottom-navigation.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { SilenceNotice } from './silence-notice.tsx'
import { ToastSlot } from './toast-slot.tsx'

type Props = {
  /** Search button with its overlay. */
  search: ReactNode
  notifications: NotificationSlots
  /** Absent in the native shells. */
  footer: ReactNode
  children: ReactNode
}

/** What stands around every page. Features come in as slots. */
export function Shell({ search, notifications, footer, children }: Props) {
  useEffect(startClient, [])
  return (
    <>
      <SkipLink />
      {!isNative && <ConsentBanner />}
      <Header search={search} notifications={notifications} />
      <NavigationProgress />
      <main id="inhalt" tabIndex={-1} className="min-h-[60dvh]">
        {children}
      </main>
      {footer}
      <BottomNavigation />
      <OfflineNotice />
      {import.meta.env.VITE_SHELL === 'native' && <SilenceNotice />}
      <RouteAnnouncer />
      <ToastSlot />
    </>
  )
}
