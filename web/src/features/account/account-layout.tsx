import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { Link, useRouter } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { SignInRequired } from '#web/entities/member/members-only.tsx'
import { requestSignIn } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer, type Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { accountGroups } from './account-sections.ts'
import './account.css'

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

/** Layout of all account pages, with their list beside them or the way back to it. Pages are rendered for members only. */
export function AccountLayout({ member, path, children }: LayoutProps) {
  return (
    <AccountFrame path={path}>
      <MemberContext value={member}>{children}</MemberContext>
    </AccountFrame>
  )
}

type FrameProps = { path: string; children: ReactNode }

/** Wide screens have the list of pages beside each page, narrow ones on `/account` only, to which the others lead back. */
export function AccountFrame({ path, children }: FrameProps) {
  return (
    <div className="page min-h-dvh lg:grid lg:grid-cols-[200px_minmax(0,1fr)] lg:gap-x-10">
      <nav aria-label="Mein Account" className="hidden content-start gap-5 lg:grid">
        <SideLink to="/account" title="Überblick" exact />
        {accountGroups.map(({ title, pages }) => (
          <div key={title}>
            <p className="meta mb-1">{title}</p>
            {pages.map((page) => (
              <SideLink key={page.to} to={page.to} title={page.title} />
            ))}
          </div>
        ))}
      </nav>
      <div className="min-w-0">
        {path !== '/account' && (
          <Link to="/account" className="link mb-3 inline-flex min-h-11 items-center gap-1 lg:hidden">
            <Icon of={ChevronLeft} />
            Mein Account
          </Link>
        )}
        {children}
      </div>
    </div>
  )
}

function SideLink({ to, title, exact = false }: { to: string; title: string; exact?: boolean }) {
  return (
    <Link to={to} activeOptions={{ exact }} className="side-link">
      {title}
    </Link>
  )
}
