import { networkPolicy } from '@hot/domain/query-policy'
import { browserClock } from './clock.ts'
import { marksOwner, ownMark, showOwnMarks, subscribeOwnMarks } from './own-marks.ts'
import { createToggleQueue, type MarkNews } from './toggle-queue-machine.ts'

type Connection = { effectiveType?: string }

/** Absent in browsers that cannot talk between tabs; there a mark follows when it is next asked for. */
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('hot-marks')

/**
 * Votes, reactions and fans of the member who is looking. A room says once how its kind is written
 * (`define('comment', …)`), then calls `set(key, mark)` on every tap; `useOwnMark(key)` shows it.
 */
export const toggleQueue = createToggleQueue({
  clock: browserClock,
  online: () => navigator.onLine,
  policy: () => networkPolicy((navigator as Navigator & { connection?: Connection }).connection?.effectiveType),
  owner: marksOwner,
  shown: ownMark,
  show: showOwnMarks,
  announce: (news) => otherTabs?.postMessage(news),
})

otherTabs?.addEventListener('message', ({ data }: MessageEvent<MarkNews>) => toggleQueue.hear(data))

let owner = marksOwner()
subscribeOwnMarks(() => {
  if (marksOwner() === owner) return
  owner = marksOwner()
  toggleQueue.clear()
})
