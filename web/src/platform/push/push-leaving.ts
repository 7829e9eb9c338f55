import type { DeviceStore } from '../storage/device-store.native.ts'
import { deviceKey, leavingKey, type ShellPush, storedDevice } from './push-shell.ts'

type Leaving = {
  shell: ShellPush
  store: DeviceStore
  /** Clears delivered messages and the badge. Rejects on some devices until the push service has given a token. */
  clear: () => Promise<void>
  isOnline: () => boolean
  onOnline: (listener: () => void) => () => void
}

export type PushSilence = {
  /**
   * After signing out: nothing more arrives, also if the server cannot be reached and so cannot end the session. When it was
   * the server that has ended it (`refused`), its devices are gone with it: push stays enabled for the same member's next
   * sign-in, and what was delivered is cleared.
   */
  signedOut: (refused: boolean) => Promise<void>
  /** Another member signed in: what was somebody else's ends as it does by signing out. */
  takenOver: (member: string) => Promise<void>
  /** Clears what has been delivered, later if the device refuses now. */
  clear: () => Promise<void>
  stop: () => void
}

/** Each runs, whatever another does; failures are only logged. */
async function all(...steps: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of await Promise.allSettled(steps.map(async (each) => each())))
    if (step.status === 'rejected') console.warn('Push', step.reason)
}

/** Whether push may have been enabled here: also when the device's storage does not say. */
async function mayBeRegistered(store: DeviceStore): Promise<boolean> {
  try {
    return (await store.get(deviceKey)) !== null
  } catch {
    return true
  }
}

/**
 * Ends push on this device when somebody leaves. The device forgets first; then the push service is told, which is
 * remembered and repeated with the next network or start, because Google's does not say that it was not reached.
 */
export async function followLeaving({ shell, store, clear, isOnline, onOnline }: Leaving): Promise<PushSilence> {
  let owesClearing = false
  const clearOrLater = async () => {
    try {
      await clear()
      owesClearing = false
    } catch (error) {
      owesClearing = true
      throw error
    }
  }
  const leave = async () => {
    if (!(await mayBeRegistered(store))) return
    await all(
      () => store.set(leavingKey, '1'),
      () => store.remove(deviceKey),
    )
    await all(() => shell.unregister(), clearOrLater)
  }
  const owesLeaving = async () => (await store.get(leavingKey)) !== null
  /** Again, for what the first time may not have reached. */
  const again = async () => {
    if (isOnline() && (await owesLeaving())) await shell.unregister()
  }
  /** In a process of its own no token asked for before can come any more. */
  const finish = async () => {
    if (!isOnline() || !(await owesLeaving())) return
    await shell.unregister()
    await store.remove(leavingKey)
  }
  /** A token that comes after all: the device clears now if it could not before, and belongs to nobody. */
  const tokenCame = () =>
    all(
      async () => owesClearing && clearOrLater(),
      async () => {
        if ((await owesLeaving()) && !(await storedDevice(store))) await shell.unregister()
      },
    )
  const stops = [await shell.onToken(() => void tokenCame()), onOnline(() => void all(again))]
  void all(finish)
  return {
    signedOut: (refused) => (refused ? all(clearOrLater) : leave()),
    async takenOver(member) {
      const stored = await storedDevice(store)
      if (stored && stored.user !== member) await leave()
    },
    clear: clearOrLater,
    stop() {
      for (const stop of stops) stop()
    },
  }
}
