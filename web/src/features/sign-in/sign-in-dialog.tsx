import { signOut } from '#web/lib/auth/session/session-actions.ts'
import type { SignInRequest } from '#web/lib/auth/viewer/sign-in-request.ts'
import { pendingInvite } from '#web/platform/storage/pending-invite.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { isHalfSignedIn, screenTexts, useSignInFlow } from './sign-in-flow.ts'
import { SignInScreen } from './sign-in-screen.tsx'
import './sign-in.css'

type Props = {
  request: SignInRequest
  /** Closed, by the person or because nothing is left to do. */
  onClose: () => void
}

/** The sign-in dialog. Mounted for each request, so every opening starts afresh. */
export default function SignInDialog({ request, onClose }: Props) {
  const flow = useSignInFlow(request.mode ?? 'choices', pendingInvite())
  const { view, show, before } = flow
  // Half a sign-in is none: who closes the question for the second factor is signed out again.
  const close = () => (isHalfSignedIn(view) ? void signOut('local').finally(onClose) : onClose())
  const { title, description } = screenTexts(view, request)
  return (
    <Dialog
      open
      onClose={close}
      onBack={() => (before ? show(before) : close())}
      title={title}
      description={description}
    >
      <SignInScreen flow={flow} onDone={onClose} onLeave={close} />
    </Dialog>
  )
}
