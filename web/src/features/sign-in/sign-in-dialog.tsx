import { useReducer } from 'react'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import type { SignInRequest } from '#web/lib/auth/viewer/sign-in-request.ts'
import { pendingInvite } from '#web/platform/storage/pending-invite.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { screenTexts } from './sign-in-texts.ts'
import { isHalfSignedIn, openedAt, signInReducer, viewBefore } from './sign-in-view.ts'
import { useHeadStart } from './use-preload-sign-in.ts'
import './sign-in.css'

type Props = {
  request: SignInRequest
  /** Closed, by the person or because nothing is left to do. */
  onClose: () => void
}

/** The sign-in dialog. Mounted for each request, so every opening starts afresh. */
export default function SignInDialog({ request, onClose }: Props) {
  const [state, dispatch] = useReducer(signInReducer, openedAt(request.mode ?? 'choices', pendingInvite()))
  useHeadStart()
  const before = viewBefore(state.view)
  // Half a sign-in is none: who closes the question for the second factor is signed out again.
  const close = () => (isHalfSignedIn(state.view) ? void signOut('local').finally(onClose) : onClose())
  const back = () => (before ? dispatch({ type: 'show', view: before }) : close())
  const { title, description } = screenTexts(state.view, request)
  return (
    <Dialog open onClose={close} onBack={back} title={title} description={description}>
      <SignInScreen state={state} dispatch={dispatch} onDone={onClose} onLeave={close} />
    </Dialog>
  )
}
