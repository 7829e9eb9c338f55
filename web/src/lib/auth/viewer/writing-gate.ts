import { authStartOverallMs } from '@hot/domain/auth/timing'
import { createStore, useStore } from '#web/create-store.ts'
import { subscribeViewer, viewer } from './viewer.ts'

/** What a member still lacks for writing: a name others see, or the invitation that invite mode asks for. */
export type WritingNeed = 'nickname' | 'invite'
export type WritingRequest = {
  need: WritingNeed
  /** What the member wanted to do; runs once the need is met. */
  andThen?: (() => void) | undefined
}

const store = createStore<WritingRequest | null>(null)

/** What is asked for; null while nothing is. */
export const writingRequest = store.get
export const useWritingRequest = (): WritingRequest | null => useStore(store)

/** What the member who is looking lacks; null when nothing, or when it is not known: then the database decides. */
export function writingNeed(): WritingNeed | null {
  const who = viewer()
  if (who.state !== 'member' || !who.profile) return null
  if (who.profile.needs_invite) return 'invite'
  return who.profile.needs_nickname ? 'nickname' : null
}

const profileIsHere = () => {
  const who = viewer()
  return who.state !== 'member' || who.profile !== null
}

/** Just after signing in the profile is still on its way; without a network it never comes. */
function onceProfileIsHere(act: () => void): void {
  if (profileIsHere()) {
    act()
    return
  }
  const go = () => {
    clearTimeout(timer)
    stop()
    act()
  }
  const stop = subscribeViewer(() => profileIsHere() && go())
  const timer = setTimeout(go, authStartOverallMs)
}

/** Runs a member's action, after asking for what they still lack. Put off, the question returns with the next action. */
export function whenReadyToWrite(action: () => void): void {
  onceProfileIsHere(() => {
    const need = writingNeed()
    if (need) store.set({ need, andThen: action })
    else action()
  })
}

/** Opens the question without an action, as at the first sign-in. */
export const askForNeed = (need: WritingNeed): void => store.set({ need })

/** For the dialogs, when they close: goes on with the action when nothing is lacking any more. */
export function endWritingRequest(): void {
  const { andThen } = store.get() ?? {}
  store.set(null)
  if (writingNeed() === null) andThen?.()
}
