import { useQuery } from '@tanstack/react-query'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { memo, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useStore } from '#web/create-store.ts'
import { LoginLink } from '#web/entities/member/members-only.tsx'
import { ConsentBanner } from '#web/features/consent/consent-banner.tsx'
import { backendAnswers, subscribeAnswers } from '#web/lib/api/backend-reachable.ts'
import { carryOutKeptTaps } from '#web/lib/hydration/kept-taps.ts'
import { latePart, onceInView } from '#web/lib/hydration/late-part.tsx'
import { isNative, isOnline, subscribeOnline } from '#web/platform/device/device.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { dropQueuedToasts, toastsWanted } from '#web/ui/feedback/toasts.ts'
import { useLazyModule } from '#web/ui/hooks/use-lazy-module.ts'
import { onceWide } from '#web/ui/hooks/wide-screen.ts'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { SkipLink } from '#web/ui/layout/navigation.tsx'
import { shellQuery, siteLinksQuery } from '../start/site-queries.ts'
import { startClient } from '../start/start-client.ts'
import type { FooterProps } from './footer.tsx'
import { kept } from './kept-shell.tsx'
import { Logo } from './logo.tsx'
import { AccountMenu, type NotificationSlots } from './menus/account-menu.tsx'
import { BottomNavigation } from './menus/bottom-navigation.tsx'

/** Phones have the bottom bar instead and never load it. */
const MainMenu = latePart<object>(onceWide, () => import('./menus/main-menu.tsx'))
const LateFooter = latePart<FooterProps>(onceInView('.site-footer'), () => import('./footer.tsx'))
const none: [] = []

const isServer = import.meta.env.SSR
const Footer = isServer ? kept('footer', LateFooter) : LateFooter
const Consent = isServer ? kept('consent', ConsentBanner) : ConsentBanner
const SiteHeader = isServer ? kept('header', Header) : Header
const BottomBar = isServer ? kept('bottom', BottomNavigation) : BottomNavigation

/** Observes the footer's data, which a change of viewer would drop before the footer is hydrated. */
function SiteFooter() {
  const { data: shell } = useQuery(shellQuery)
  const { data: links } = useQuery(siteLinksQuery)
  return (
    <StillFooter providers={shell?.providers ?? none} social={links?.social ?? none} stores={links?.stores ?? none} />
  )
}

const StillFooter = memo(function StillFooter(props: FooterProps) {
  return (
    <Suspense>
      <Footer {...props} />
    </Suspense>
  )
})

/**
 * A bar under the header while the next page loads. It fades in late (styles), so quick navigations show nothing,
 * and it overlays the page, so nothing moves.
 */
function NavigationProgress() {
  const pending = useRouterState({ select: (state) => state.status === 'pending' })
  if (!pending) return null
  return (
    <div
      role="progressbar"
      aria-label="Seite wird geladen"
      className="fixed inset-x-0 top-[calc(var(--header-h)+var(--safe-top,0px))] z-40 h-1 animate-[fade_200ms_300ms_both] overflow-hidden bg-rule"
    >
      <div className="h-full -translate-x-full animate-[sweep_1.2s_linear_infinite] bg-hot" />
    </div>
  )
}

/**
 * After navigation, announces the new page's title to screen readers and moves the focus to its start, unless the page has
 * put it on what the address leads to (a comment), or a dialog has opened meanwhile, in which somebody may be typing. Within a page (filters, sorting, another week) the focus stays, and
 * what came of it is said.
 */
function RouteAnnouncer() {
  const router = useRouter()
  const [text, setText] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, hrefChanged, fromLocation, toLocation }) => {
        if (!hrefChanged || !fromLocation) return
        const { activeElement } = document
        const isTaken = activeElement?.closest('[role=dialog][data-state=open]')
        if (pathChanged && !isTaken && activeElement?.id !== (toLocation.hash || 'inhalt'))
          document.getElementById('inhalt')?.focus({ preventScroll: true })
        // The title is set in the commit that shows the page, so it is up to date one frame later.
        if (pathChanged) requestAnimationFrame(() => setText(document.title))
        else void import('./outcome.ts').then(({ sayOutcome }) => sayOutcome())
      }),
    [router],
  )
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite">
        {text}
      </span>
    </VisuallyHidden>
  )
}

type Props = {
  search: ReactNode
  notifications: NotificationSlots
}

/** `search` is the slot for the search button; the shell knows no feature. */
function Header({ search, notifications }: Props) {
  return (
    <header className="site-header">
      <div>
        <Link to="/" className="home-link" aria-label="HoT Startseite">
          <Logo />
        </Link>
        <Suspense>
          <MainMenu />
        </Suspense>
        {search}
        <AccountMenu notifications={notifications} />
        <LoginLink className={buttonClass({ variant: 'strong', small: true })}>Login</LoginLink>
        <NavigationProgress />
      </div>
    </header>
  )
}

type ShellProps = {
  /** Search button with its overlay. */
  search: ReactNode
  notifications: NotificationSlots
  children: ReactNode
}

/** The layout around every page. Features are passed in as slots. */
export function Shell({ search, notifications, children }: ShellProps) {
  const router = useRouter()
  useEffect(() => startClient(router), [router])
  useEffect(carryOutKeptTaps, [])
  return (
    <>
      <SkipLink />
      {!isNative && <Consent />}
      <SiteHeader search={search} notifications={notifications} />
      <main id="inhalt" tabIndex={-1} className="min-h-[60dvh]">
        {children}
      </main>
      {/* The native shells have the legal notice in the account menu. */}
      {!isNative && <SiteFooter />}
      <BottomBar />
      <OfflineNotice />
      {import.meta.env.VITE_SHELL === 'native' && <SilenceNotice />}
      <RouteAnnouncer />
      <ToastSlot />
    </>
  )
}

const loadToasts = () => import('./toast-host.tsx')

/**
 * Empty until the first toast, then renders the toasts. Offline the library may fail to load: then
 * this message is lost, and the next one tries again.
 */
function ToastSlot() {
  const wanted = useStore(toastsWanted)
  const Host = useLazyModule(wanted, loadToasts, dropQueuedToasts)?.default
  return Host && <Host />
}

const assumedOnline = () => true
const shownForMs = 4000

/** A form that somebody is writing in, with its button, stays above the notice that appears. */
const keepFormInView = () => document.activeElement?.closest('form')?.scrollIntoView({ block: 'nearest' })

/** Above the bottom bar, which the shells have on wide screens too. */
const noticeClass = `network-notice fixed inset-x-0 bottom-[calc(var(--bottom-bar-h)+var(--safe-bottom,0px))] z-40 bg-ink p-2 text-center text-small text-paper ${
  import.meta.env.VITE_SHELL === 'native' ? '' : 'lg:bottom-0'
}`

/** Shown at the bottom while the device is offline, and briefly when it is back online. Announced both times. */
function OfflineNotice() {
  const online = useSyncExternalStore(subscribeOnline, isOnline, assumedOnline)
  const [back, setBack] = useState(false)
  useEffect(() => {
    if (!online) {
      keepFormInView()
      return () => setBack(true)
    }
    const timer = setTimeout(setBack, shownForMs, false)
    return () => clearTimeout(timer)
  }, [online])
  const text = online ? back && 'Wieder online.' : 'Offline. Was du gelesen hast, ist noch da.'
  return <div role="status">{text && <p className={noticeClass}>{text}</p>}</div>
}

const assumedAnswering = () => false

const isSilent = () => isOnline() && !backendAnswers()

function subscribeSilence(listener: () => void): () => void {
  const stops = [subscribeAnswers(listener), subscribeOnline(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** In the shells, which show persisted data: the device is online but the backend does not answer. */
function SilenceNotice() {
  const silent = useSyncExternalStore(subscribeSilence, isSilent, assumedAnswering)
  return (
    <div role="status">
      {silent && <p className={noticeClass}>HoT antwortet gerade nicht. Was du gelesen hast, ist noch da.</p>}
    </div>
  )
}
