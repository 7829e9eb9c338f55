import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { Link, useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { SignInRequired } from '#web/entities/member/members-only.tsx'
import { requestSignIn } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer, type Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { Tabs } from '#web/ui/layout/navigation.tsx'

type Member = Extract<Viewer, { state: 'member' }>
type GuardProps = { skeleton: ReactNode; children: (member: Member) => ReactNode }

/**
 * Redirects guests to the start page, but not while a stored session is still being checked. The session is in the
 * browser only, so the server renders the skeleton.
 */
export function AccountGuard({ skeleton, children }: GuardProps) {
  const viewer = useViewer()
  const wasMember = useRef(false)
  if (viewer.state === 'member') {
    wasMember.current = true
    return children(viewer)
  }
  if (viewer.state === 'guest' && !viewer.pending)
    return guardIsBypassed() ? <SignInRequired /> : <GoHome asks={!wasMember.current} />
  return (
    <>
      <noscript>
        <p className="page callout">
          Dein Account braucht JavaScript. Lesen kannst du HoT auch ohne: <Link to="/">Zur Startseite</Link>
        </p>
      </noscript>
      {viewer.state === 'guest' && !viewer.factor && (
        <p role="status" className="page callout">
          Deine Anmeldung wird noch geprüft. Das dauert länger als sonst; hast du gerade Netz?
        </p>
      )}
      {skeleton}
    </>
  )
}

/** To the start page. `asks`: somebody followed a link to the account, so signing in leads on to it. */
function GoHome({ asks }: { asks: boolean }) {
  const router = useRouter()
  useEffect(() => {
    const wanted = router.state.location.href
    void router.navigate({ to: '/', replace: true, ignoreBlocker: true })
    if (!asks) return
    showToast({ title: 'Dafür musst du angemeldet sein', text: 'Danach geht es dort weiter, wo du hinwolltest.' })
    requestSignIn({ returnTo: wanted, andThen: () => router.history.push(wanted) })
  }, [router, asks])
  return null
}

type Build = { DEV: boolean; MODE: string }

/**
 * `hot_e2e_bypass_auth` disables the redirect of guests on the account pages, in development and in builds made with
 * `--mode test`. It only affects navigation: data comes from the server, which does not know the flag. In other builds
 * the first operand is always false, and the expression is compiled out.
 */
export const guardIsBypassed = (
  build: Build = import.meta.env,
  read = (key: string) => localStorage.getItem(key),
): boolean => (build.DEV || build.MODE === 'test') && flagIsSet(read)

function flagIsSet(read: (key: string) => string | null): boolean {
  try {
    return read(storageKeys.e2eBypassAuth) === 'true'
  } catch {
    return false
  }
}

const MemberContext = createContext<Member | null>(null)

/** Provides the member to parts of the account that are rendered outside its pages. */
export const MemberProvider = MemberContext.Provider

/** The member whose account this is. Throws outside the account's pages. */
export function useMember(): Member {
  const member = useContext(MemberContext)
  if (!member) throw new Error('Hier gehört ein Mitglied hin.')
  return member
}

type LayoutProps = { member: Member; path: string; children: ReactNode }

/** Layout of all account pages, with the member's name and the navigation. Pages are rendered for members only. */
export function AccountLayout({ member, path, children }: LayoutProps) {
  return (
    <div className="page min-h-dvh">
      <AccountTabs path={path} />
      <MemberContext value={member}>{children}</MemberContext>
    </div>
  )
}

/** `exact`: matches the page itself, not the pages below it. */
const sections = [
  { to: '/account', title: 'Überblick', exact: true },
  { to: '/account/benachrichtigungen', title: 'Benachrichtigungen', exact: false },
  { to: '/account/profil', title: 'Profil', exact: true },
  { to: '/account/stars', title: 'Meine Stars', exact: true },
  { to: '/account/gemerkt', title: 'Gemerkt', exact: true },
  { to: '/account/inhalte', title: 'Meine Inhalte', exact: false },
  { to: '/account/karma', title: 'Karma', exact: true },
  { to: '/account/sicherheit', title: 'Sicherheit', exact: true },
  { to: '/account/einstellungen', title: 'Einstellungen', exact: true },
  { to: '/account/moderation', title: 'Moderation', exact: true },
  { to: '/account/daten', title: 'Daten', exact: true },
] as const

/** Tabs of the account's pages; on phones the row scrolls so that the current tab is visible. */
function AccountTabs({ path }: { path: string }) {
  const tabs = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Runs on every navigation, because the row stays mounted while the current tab changes.
    if (path) tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <div ref={tabs} className="mb-6">
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
