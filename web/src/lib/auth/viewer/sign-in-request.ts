import { pressPatienceMs } from '@hot/domain/auth/timing'
import { createStore, useStore } from '#web/create-store.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import type { Wish } from './sign-in-wish.ts'
import { subscribeViewer, viewer } from './viewer.ts'

export type SignInTexts = { title?: string; description?: string; mode?: 'login' | 'register' | 'forgot' }
export type SignInRequest = SignInTexts & {
  /** Registering again, because the address was wrong: begins with what was typed. */
  corrects?: boolean
  /** Runs once, after the person signed in without leaving the page. */
  andThen?: () => void
  /** The same for those who leave the page to sign in, with a provider or by a mail. */
  wishes?: readonly Wish[] | undefined
  /** Where to continue after leaving the page to sign in; the current page by default. */
  returnTo?: string
}

const store = createStore<SignInRequest | null>(null)

/**
 * Opens the sign-in dialog, from anywhere. `routes/__root.tsx` mounts `SignInDialog` of
 * `features/sign-in/sign-in-screen.tsx` with `{ request, onClose }` and unmounts it on `onClose` (`endSignInRequest`).
 */
export const requestSignIn = (request: SignInRequest = {}): void => store.set(request)

/** Over a screen that keeps what was typed, after its member's session has ended. */
export const requestSignInAgain = (): void =>
  requestSignIn({
    title: 'Anmeldung erforderlich',
    description:
      'Deine Anmeldung ist abgelaufen. Was du eingegeben hast, ist noch da. Melde dich an und speichere dann.',
  })

/** Where the open dialog's request wants to continue. */
export const requestedReturn = (): string | undefined => store.get()?.returnTo

/** What the dialog was opened with; null while it is closed. */
export const useSignInRequest = (): SignInRequest | null => useStore(store)

/** The choices that the open dialog was pressed for. */
export const requestedWishes = (): readonly Wish[] | undefined => store.get()?.wishes

/** Called by the dialog when it closes: runs `andThen` if the person has signed in. */
export function endSignInRequest(): void {
  const { andThen } = store.get() ?? {}
  store.set(null)
  if (viewer().state === 'member') andThen?.()
}

/** Whether the viewer may still turn out to be a member. */
function isUnknown(): boolean {
  const who = viewer()
  return who.state === 'loading' || (who.state === 'guest' && who.pending === true && !who.factor)
}

/**
 * Runs `decide` once the viewer is known. A stored session that takes long to check, on a slow device or without an answer,
 * must not ask its member to sign in: the press waits, and says so after a while.
 */
function known(decide: () => void): void {
  if (!isUnknown()) {
    decide()
    return
  }
  const timer = setTimeout(() => showToast(stillWaiting), pressPatienceMs)
  const stop = subscribeViewer(() => {
    if (isUnknown()) return
    stop()
    clearTimeout(timer)
    decide()
  })
}

const stillWaiting = {
  title: 'Das dauert länger als sonst',
  text: 'Wir prüfen noch deine Anmeldung. Was du gedrückt hast, zählt, sobald wir dich erkennen.',
}

/**
 * For actions that need a member: guests sign in first, members without a nickname or invitation are asked for it, then
 * the action runs. After a redirect it is gone; choices given as `wishes` are then carried out.
 */
export const useSignInGate =
  (texts?: SignInTexts) =>
  (action: () => void, wishes?: readonly Wish[]): void =>
    known(() => {
      const write = async (before: boolean) => (await import('./writing-gate.ts')).whenReadyToWrite(action, before)
      if (viewer().state === 'member') void write(false)
      else requestSignIn({ ...texts, andThen: () => write(true), wishes })
    })
