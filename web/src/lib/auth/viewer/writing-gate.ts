import { authStartOverallMs } from '@hot/domain/auth/timing'
import { createStore, useStore } from '#web/create-store.ts'
import { formerMember, subscribeViewer, viewer } from './viewer.ts'

/** What a member still needs before writing: a public name, or the invitation required in invite mode. */
export type WritingNeed = 'nickname' | 'invite'
export type WritingRequest = {
  need: WritingNeed
  /** The member's action; runs once the need is met. */
  andThen?: (() => void) | undefined
}

const store = createStore<WritingRequest | null>(null)

/** The current request; null while there is none. */
export const writingRequest = store.get
export const useWritingRequest = (): WritingRequest | null => useStore(store)

/** What the current member needs; null when nothing, or when it is unknown and the database decides. */
export function writingNeed(): WritingNeed | null {
  const who = viewer()
  if (who.state !== 'member' || !who.profile) return null
  if (who.profile.needs_invite) return 'invite'
  return who.profile.needs_nickname ? 'nickname' : null
}

const profileIsLoaded = () => {
  const who = viewer()
  return who.state !== 'member' || who.profile !== null
}

/** Runs `act` once the profile is loaded (right after sign-in it is not), or after a while: offline it never arrives. */
function onceProfileIsLoaded(act: () => void): void {
  if (profileIsLoaded()) {
    act()
    return
  }
  const go = () => {
    clearTimeout(timer)
    stop()
    act()
  }
  const stop = subscribeViewer(() => profileIsLoaded() && go())
  const timer = setTimeout(go, authStartOverallMs)
}

const memberId = () => {
  const who = viewer()
  return who.state === 'member' ? who.user.id : null
}

/** What one member pressed is not sent in the name of another, who signed in over it. */
function isAnothers(pressedBefore: boolean): boolean {
  const former = formerMember()
  return pressedBefore && former !== null && former !== memberId()
}

/**
 * Runs a member's action, after asking for what they still need. If dismissed, the next action asks again. `pressedBefore`:
 * it was pressed before this member signed in, perhaps by the one whose session had ended.
 */
export function whenReadyToWrite(action: () => void, pressedBefore = false): void {
  if (isAnothers(pressedBefore)) {
    void import('./another-member.ts').then(({ tellAnotherMember }) => tellAnotherMember())
    return
  }
  onceProfileIsLoaded(() => {
    const need = writingNeed()
    const asked = memberId()
    if (need) store.set({ need, andThen: () => memberId() === asked && action() })
    else action()
  })
}

/** Opens the dialog without an action, as at the first sign-in. */
export const askForNeed = (need: WritingNeed): void => store.set({ need })

/** Called by the dialogs when they close: runs the action once nothing is missing. */
export function endWritingRequest(): void {
  const { andThen } = store.get() ?? {}
  store.set(null)
  if (writingNeed() === null) andThen?.()
}
