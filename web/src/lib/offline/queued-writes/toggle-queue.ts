import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { useSyncExternalStore } from 'react'
import { feelTap } from '#web/platform/browser-chrome/haptics.ts'
import { browserClock } from '#web/platform/device/clock.ts'
import { policyNow } from '#web/platform/device/connection.ts'
import { isOnline } from '#web/platform/device/online.ts'
import { type Mark, type MarkKey, marksOwner, ownMark, showOwnMarks, subscribeOwnMarks } from './own-reactions.ts'
import type { MarkKind, MarkNews } from './toggle-queue-kinds.ts'
import { createToggleQueue } from './toggle-queue-machine.ts'
import { trackMark } from './track-vote.ts'
import { createVoteOutbox } from './vote-outbox.ts'

/** Absent in browsers that cannot talk between tabs; there a mark follows when it is next asked for. */
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('hot-marks')

const outbox = createVoteOutbox({
  clock: browserClock,
  online: isOnline,
  owner: marksOwner,
  resume: () => void sendKept(),
})

const queue = createToggleQueue({
  clock: browserClock,
  online: isOnline,
  policy: policyNow,
  random: Math.random,
  owner: marksOwner,
  shown: ownMark,
  show: showOwnMarks,
  keep: outbox.keep,
  drop: outbox.drop,
  announce(news) {
    otherTabs?.postMessage(news)
    trackMark(news.key, news.mark)
  },
})

/** Shows what waited when an earlier page was left, as far as somebody said how it is written. */
const restoreKept = (): void => queue.restore(outbox.before() as readonly [MarkKey, Mark][])

async function sendInTurn(): Promise<void> {
  restoreKept()
  await queue.resume()
}

/** Tabs of one browser share what is kept: one after the other looks what is left, so that nothing is sent twice. */
async function sendKept(): Promise<void> {
  // Absent where the page has no secure origin.
  if (navigator.locks) await navigator.locks.request(storageKeys.keptMarks, sendInTurn)
  else await sendInTurn()
}

/** In the shells a tap is felt; what is sent later from the device's store is none. */
function setAndFeel(key: MarkKey, wanted: Mark): void {
  feelTap()
  queue.set(key, wanted)
}

/**
 * Votes, reactions and fans of the member who is looking. A room says once how its kind is written
 * (`define('comment', …)`), then calls `set(key, mark)` on every tap; `useOwnMark(key)` shows it. Without a network a mark
 * stays shown, is kept on the device and sent when there is one.
 */
export const toggleQueue = {
  ...queue,
  ...(import.meta.env.VITE_SHELL === 'native' ? { set: setAndFeel } : {}),
  define(name: string, kind: MarkKind): void {
    const isNew = !queue.knows(`${name}:`)
    queue.define(name, kind)
    if (isNew) restoreKept()
  },
  /** Sends what is kept of all kinds that are defined, in the order of the taps. Resolves when nothing more can be sent now. */
  sendKept,
}

/** How many marks of these kinds wait for a network. */
export const useWaitingMarks = (kinds: readonly string[]): number =>
  useSyncExternalStore(
    outbox.subscribe,
    () => outbox.count(kinds),
    () => 0,
  )

if (typeof window !== 'undefined') window.addEventListener('pagehide', queue.leave)
otherTabs?.addEventListener('message', ({ data }: MessageEvent<MarkNews>) => queue.hear(data))

let owner = marksOwner()
subscribeOwnMarks(() => {
  if (marksOwner() === owner) return
  owner = marksOwner()
  queue.clear()
  outbox.clear()
  restoreKept()
})
