import type { Dispatch } from 'react'
import type { SignInEvent, SignInState } from './sign-in-view.ts'

/** What every screen of the dialog and of `/auth` is given. */
export type ScreenProps = {
  state: SignInState
  dispatch: Dispatch<SignInEvent>
  /** Signed in, or registered: nothing is left to do here. */
  onDone: () => void
  /** The person gave up; a session that still owes its second factor ends. */
  onLeave: () => void
}
