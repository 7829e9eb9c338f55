import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { SignInRequired } from '#web/entities/member/sign-in-required.tsx'
import { useViewer, type Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { guardIsBypassed } from './guard-bypass.ts'

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
