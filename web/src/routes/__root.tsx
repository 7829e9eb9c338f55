import '#web/styles.css'
import { type FetchQueryOptions, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import {
  Asset,
  createRootRouteWithContext,
  Outlet,
  ScriptOnce,
  Scripts,
  useRouter,
  useRouterState,
  useTags,
} from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { RootErrorScreen } from '#web/app/errors/error-screens.tsx'
import { GlobalErrorBoundary } from '#web/app/errors/global-error-boundary.tsx'
import { documentHead, stylesMark } from '#web/app/head/document-head.ts'
import { Boot, SplashEnd } from '#web/app/native/boot.tsx'
import { Shell } from '#web/app/shell/shell.tsx'
import { shellQuery, siteLinksQuery } from '#web/app/start/site-queries.ts'
import { MembersOnly } from '#web/entities/member/members-only.tsx'
import { SearchLauncher } from '#web/features/search/search-launcher.tsx'
import { SignInSlot } from '#web/features/sign-in/sign-in-slot.tsx'
import { configMetaName, inlinedConfig } from '#web/lib/api/config/runtime-config.ts'
import { onSessionEvent } from '#web/lib/auth/session/session-events.ts'
import { sessionHintScript } from '#web/lib/auth/session/session-facts.ts'
import { keptTapsScript } from '#web/lib/hydration/kept-taps.ts'
import { themeScript } from '#web/platform/browser-chrome/theme.ts'
import { isNative } from '#web/platform/device/device.ts'
import { oldBrowserScript } from '#web/platform/device/old-browser.ts'
import { consentHintScript } from '#web/platform/storage/consent.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: documentHead,
  loader: ({ context }) => warmFooter(context.queryClient),
  staleTime: Number.POSITIVE_INFINITY,
  shellComponent: Document,
  component: App,
  errorComponent: RootErrorScreen,
})

/** Loads the data of the footer, which the native shells do not have. Pages are shown without it when that fails. */
async function warmFooter(queryClient: QueryClient): Promise<void> {
  if (isNative) return
  await Promise.all([warm(queryClient, shellQuery), warm(queryClient, siteLinksQuery)])
}

/** Loads a query without failing. A failed query is removed, so that it is not serialised into the page. */
async function warm<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  try {
    await queryClient.ensureQueryData(query)
  } catch {
    queryClient.removeQueries({ queryKey: query.queryKey, exact: true })
  }
}

/** The browser scrolls a reloaded page to where it was, and needs its true height for that (layout.css). */
const wholeOnReload = `performance.getEntriesByType('navigation')[0]?.type!='navigate'&&document.documentElement.removeAttribute('data-first')`

/** Rendered by the server only; not part of the browser bundle. The native shells have no banner. */
const inlineScript = import.meta.env.SSR
  ? [
      isNative ? '' : oldBrowserScript,
      themeScript,
      sessionHintScript,
      keptTapsScript,
      wholeOnReload,
      isNative ? '' : consentHintScript,
    ].join(';')
  : ''

/**
 * The tags of the page's routes. The router's own `HeadContent` uses each tag's whole JSON as its key, which for the
 * inlined style sheet means 72 kB of text in every rendering. The server renders a placeholder instead of the sheet.
 */
function HeadTags() {
  const tags = useTags()
  const nonce = useRouter().options.ssr?.nonce
  return tags.map((tag) => {
    if (tag.tag !== 'style') return <Asset {...tag} key={JSON.stringify(tag)} nonce={nonce} />
    const css = import.meta.env.SSR && tag.inlineCss && nonce ? stylesMark(nonce) : tag.children
    return (
      <Asset {...tag} key="styles" nonce={nonce}>
        {css}
      </Asset>
    )
  })
}

function Document({ children }: { children: ReactNode }) {
  const config = inlinedConfig()
  return (
    <html lang="de" data-shell={isNative ? 'native' : 'web'} data-first suppressHydrationWarning>
      <head>
        <HeadTags />
        {config && <meta name={configMetaName} content={config} />}
        <ScriptOnce>{inlineScript}</ScriptOnce>
      </head>
      <body>
        {children}
        {import.meta.env.VITE_SHELL === 'native' && <SplashEnd />}
        <Scripts />
      </body>
    </html>
  )
}

function App() {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      onSessionEvent((event) => {
        import('#web/app/start/session-reactions.ts')
          .then(({ reactToSession }) => reactToSession(event, queryClient))
          .catch(() => queryClient.clear())
      }),
    [queryClient],
  )
  return (
    <GlobalErrorBoundary>
      <Boot>
        <Shell search={<SearchLauncher onUnavailable={searchUnavailable} />} notifications={notifications}>
          <Outlet />
        </Shell>
        <SignInSlot />
        <Prompts />
      </Boot>
    </GlobalErrorBoundary>
  )
}

const loadNotifications = () => import('#web/features/notifications/notification-menu.tsx')

const notifications = {
  bell: <MembersOnly load={loadNotifications}>{({ NotificationBell }) => <NotificationBell />}</MembersOnly>,
  entry: <MembersOnly load={loadNotifications}>{({ NotificationMenuEntry }) => <NotificationMenuEntry />}</MembersOnly>,
}

const loadPrompts = () => import('#web/app/member/member-prompts.tsx')

/** Prompts for members on top of any page. */
function Prompts() {
  const router = useRouter()
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <MembersOnly load={loadPrompts} orHalfSignedIn>
      {({ default: MemberPrompts }) => <MemberPrompts path={path} onOpen={(to) => router.history.push(to)} />}
    </MembersOnly>
  )
}

function searchUnavailable() {
  showToast({
    kind: 'error',
    title: 'Die Suche lässt sich gerade nicht laden.',
    text: 'Prüf deine Verbindung und versuch es noch einmal.',
  })
}
