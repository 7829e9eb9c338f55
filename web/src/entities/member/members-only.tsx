import { Link } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { requestSignIn, type SignInRequest } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { useLazyModule } from '#web/ui/hooks/use-lazy-module.ts'

type MembersOnlyProps<Part> = {
  /** Imports the members' part; must not change between renders. */
  load: () => Promise<Part>
  /** For guests. */
  fallback?: ReactNode
  /** While the part is loading; the fallback by default. */
  loading?: ReactNode
  /** When it could not be loaded. If absent, `loading` stays, and the rejection is reported as unhandled. */
  failed?: ReactNode
  /** Also for a session that still needs its second factor. */
  orHalfSignedIn?: boolean
  children: (part: Part) => ReactNode
}

/**
 * A part of the page whose code only members load. Once loaded it stays mounted after signing out, so that it can
 * preserve text that was being written when the session ended; the part itself decides what guests then see.
 */
export function MembersOnly<Part>({
  load,
  fallback = null,
  loading = fallback,
  failed,
  orHalfSignedIn,
  children,
}: MembersOnlyProps<Part>) {
  const viewer = useViewer()
  const isMember = viewer.state === 'member' || (viewer.state === 'guest' && viewer.factor && orHalfSignedIn) || false
  const [hasFailed, setFailed] = useState(false)
  const [fail] = useState(() => failed && (() => setFailed(true)))
  const part = useLazyModule(isMember, load, fail || undefined)
  if (part) return children(part)
  if (!isMember) return fallback
  return hasFailed ? failed : loading
}

type SignInRequiredProps = {
  /** Defaults to the texts of the sign-in dialog; a screen may explain why it needs a member. */
  title?: string
  text?: string
  /** `h1` where this is the page, `h2` below a page's own title. */
  as?: 'h1' | 'h2'
}

/** What guests see on members-only screens. */
export function SignInRequired({
  title = 'Anmeldung erforderlich',
  text = 'Bitte melde dich an:',
  as: Heading = 'h1',
}: SignInRequiredProps) {
  return (
    <section className="mx-auto my-6 grid max-w-110 gap-3.5 border-2 border-ink bg-sheet p-5">
      <Heading className="type-h3">{title}</Heading>
      <p>{text}</p>
      <p>
        <LoginLink className={buttonClass({ variant: 'strong' })} request={{ title, description: text }}>
          Anmelden
        </LoginLink>
      </p>
    </section>
  )
}

type LoginLinkProps = { className: string; request?: SignInRequest; children: ReactNode }

/** Opens the sign-in dialog; without JavaScript it leads to the sign-in page. Hidden if a session is stored. */
export function LoginLink({ className, request, children }: LoginLinkProps) {
  const open = (event: MouseEvent) => {
    // Leave opening a new tab or window to the browser.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    requestSignIn(request)
  }
  return (
    <Link to="/auth" data-track="login" data-tap="" className={`${className} in-[[data-viewer]]:hidden`} onClick={open}>
      {children}
    </Link>
  )
}

/** For staff, on the page of something they maintain: to its form. */
export function EditLink({ to, search = {} }: { to: string; search?: Readonly<Record<string, string>> }) {
  if (useViewer().role === 'user') return null
  return (
    <Link to={to} search={search} className={buttonClass({ variant: 'quiet' })}>
      Bearbeiten
    </Link>
  )
}
