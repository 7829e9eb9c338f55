import type { Entry, EntryField } from './forms/entry-check.ts'

/** Screens of the dialog: the first three can be chosen, the others follow from signing in. */
export type SignInView =
  | 'choices'
  | 'login'
  | 'register'
  | 'forgot'
  /** A mail with link and code is on its way. */
  | 'recovery-code'
  /** The account has a second factor: its code is due before the password may change. */
  | 'recovery-factor'
  | 'new-password'
  | 'second-factor'

export type SignInState = { view: SignInView; entry: Entry; inviteCode: string }

export type SignInEvent =
  | { type: 'show'; view: SignInView }
  | { type: 'type'; field: EntryField; text: string }
  | { type: 'invite'; code: string }

const nothingTyped: Entry = { email: '', password: '', confirmation: '' }

/** Every opening starts here. */
export const openedAt = (view: SignInView, inviteCode = ''): SignInState => ({ view, entry: nothingTyped, inviteCode })

/** Where the back arrow leads; null: out of the dialog. */
export function viewBefore(view: SignInView): SignInView | null {
  if (view === 'login' || view === 'register') return 'choices'
  if (view === 'forgot') return 'login'
  return view === 'recovery-code' ? 'forgot' : null
}

/** The session exists, but its second factor is still owed. */
export const isHalfSignedIn = (view: SignInView): boolean => view === 'second-factor' || view === 'recovery-factor'

/** Moving between screens keeps the address; passwords stay until somebody forgot theirs. */
export function signInReducer(state: SignInState, event: SignInEvent): SignInState {
  if (event.type === 'type') return { ...state, entry: { ...state.entry, [event.field]: event.text } }
  if (event.type === 'invite') return { ...state, inviteCode: event.code }
  const stays = ['choices', 'login', 'register'].includes(event.view)
  const entry = stays ? state.entry : { ...nothingTyped, email: state.entry.email }
  return { ...state, view: event.view, entry }
}
