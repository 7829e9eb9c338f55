import { safeRedirect } from '@hot/domain/auth/same-origin-path'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useCallback, useEffect, useRef } from 'react'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { pendingInvite } from '#web/platform/storage/pending-invite.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { isHalfSignedIn, screenTexts, useSignInFlow } from './sign-in-flow.ts'
import { SignInScreen } from './sign-in-screen.tsx'
import './sign-in.css'

type Props = {
  /** Leads on to a path within the site. */
  onContinue: (path: string) => void
}

/** Where a guest was sent from: `?weiter=`, never off the site. Read in the browser; the server's page is for everyone. */
const wayOn = () => safeRedirect(new URLSearchParams(window.location.search).get('weiter'))

/** `/auth`: the dialog's screens as a page, for links, readers of the address bar and browsers that lost the dialog. */
export function SignInPage({ onContinue }: Props) {
  const flow = useSignInFlow('choices')
  const { view, show, before } = flow
  const goOn = useCallback(() => onContinue(wayOn()), [onContinue])
  useMembersGoOn(goOn)
  const { setValue } = flow.form
  useEffect(() => {
    const code = pendingInvite()
    if (code) setValue('inviteCode', code)
  }, [setValue])
  const leave = () => (isHalfSignedIn(view) ? void signOut('local').finally(goOn) : goOn())
  const back = () => (before ? show(before) : leave())
  const { title, description } = screenTexts(view, {})
  return (
    <section className="sign-in-card">
      <div className="sign-in-head">
        <IconButton label="Zurück" onClick={back}>
          <Icon of={ArrowLeft} />
        </IconButton>
        <h1 className="type-h3">{title}</h1>
      </div>
      {description && <p>{description}</p>}
      <noscript>
        <p className="note">Zum Anmelden braucht HoT JavaScript. Lesen kannst du alles auch ohne.</p>
      </noscript>
      <SignInScreen flow={flow} onDone={goOn} onLeave={leave} />
    </section>
  )
}

/** Who comes here signed in has nothing to do here. Who signs in here may still owe a second factor. */
function useMembersGoOn(goOn: () => void): void {
  const viewer = useViewer()
  const settled = useRef(false)
  const { state } = viewer
  useEffect(() => {
    if (settled.current || state === 'loading') return
    settled.current = true
    if (state === 'member') goOn()
  }, [state, goOn])
}
