import { useSyncExternalStore } from 'react'
import { subscribeViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'

/** What a mark is about: `post:ID` (heart, poop), `rumor:ID` (agree, disagree), `poll:ID` (option), `comment:ID`, `fan:ID` … */
export type MarkKey = `${string}:${string}`
/** What the viewer chose there; null: nothing. */
export type Mark = string | null

const marks = new Map<MarkKey, Mark>()
const listeners = new Set<() => void>()
let owner: string | undefined

function tell(): void {
  for (const listener of [...listeners]) listener()
}

/** Nobody sees what the person before them chose. While a session is still being checked nothing changes. */
function followViewer(): void {
  const who = viewer()
  if (who.state === 'loading' || (who.state === 'guest' && who.pending)) return
  const next = who.state === 'member' ? who.user.id : undefined
  if (next === owner) return
  owner = next
  marks.clear()
  tell()
}

subscribeViewer(followViewer)
// On some pages this is loaded long after somebody was recognised.
followViewer()

/** Id of the member whose marks these are. */
export const marksOwner = (): string | undefined => owner

/** undefined: not known yet, or a guest's. */
export const ownMark = (key: MarkKey): Mark | undefined => marks.get(key)

/** Shows these marks from now on; undefined forgets one. For the toggle queue and for who has just asked the server. */
export function showOwnMarks(entries: Iterable<readonly [MarkKey, Mark | undefined]>): void {
  for (const [key, mark] of entries) {
    if (mark === undefined) marks.delete(key)
    else marks.set(key, mark)
  }
  tell()
}

/** Calls back whenever any mark changed or all were cleared. Returns the way out. */
export function subscribeOwnMarks(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The viewer's own mark; undefined for guests, on the server and until it is known. */
export const useOwnMark = (key: MarkKey): Mark | undefined =>
  useSyncExternalStore(
    subscribeOwnMarks,
    () => marks.get(key),
    () => undefined,
  )
