import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { SignInRequired } from '#web/entities/member/sign-in-required.tsx'
import { useViewer, type Viewer } from '#web/lib/auth/viewer/viewer.ts'

type Member = Extract<Viewer, { state: 'member' }>
type Props = { skeleton: ReactNode; children: (member: Member) => ReactNode }

/**
 * Sends guests home. The session lives in the browser, so the server renders the skeleton, and nobody is redirected while
 * their stored session is still being checked.
 */
export function AccountGuard({ skeleton, children }: Props) {
  const viewer = useViewer()
  if (viewer.state === 'member') return children(viewer)
  if (viewer.state === 'guest' && !viewer.pending) return guardIsBypassed() ? <SignInRequired /> : <GoHome />
  return (
    <>
      <noscript>
        <p className="page note">
          Dein Account braucht JavaScript. Lesen kannst du HoT auch ohne: <Link to="/">Zur Startseite</Link>
        </p>
      </noscript>
      {viewer.state === 'guest' && (
        <p role="status" className="page note">
          Deine Anmeldung wird noch geprüft. Das dauert länger als sonst; hast du gerade Netz?
        </p>
      )}
      {skeleton}
    </>
  )
}

function GoHome() {
  const router = useRouter()
  useEffect(() => void router.navigate({ to: '/', replace: true, ignoreBlocker: true }), [router])
  return null
}

type Build = { DEV: boolean; MODE: string }

/**
 * `hot_e2e_bypass_auth` keeps the account pages from sending guests home, in development and in builds
 * made with `--mode test`. It changes where the browser goes and nothing else: data comes from the server, which does
 * not know the flag. In other builds the first operand is a constant, and the rest is not in the build at all.
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
