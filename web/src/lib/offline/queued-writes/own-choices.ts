import { useSyncExternalStore } from 'react'
import { subscribeViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'

/** What a choice is about: `post:ID` (heart, poop), `rumor:ID` (agree, disagree), `poll:ID` (option), `comment:ID`, `fan:ID` … */
export type Target = `${string}:${string}`
/** The viewer's vote, reaction or fan there; null: none. */
export type Choice = string | null

const choices = new Map<Target, Choice>()
const listeners = new Set<() => void>()
let owner: string | undefined

function notify(): void {
  for (const listener of [...listeners]) listener()
}

/** Nobody sees what the person before them chose. While a session is still being checked nothing changes. */
function followViewer(): void {
  const who = viewer()
  if (who.state === 'loading' || (who.state === 'guest' && who.pending)) return
  const next = who.state === 'member' ? who.user.id : undefined
  if (next === owner) return
  owner = next
  choices.clear()
  notify()
}

subscribeViewer(followViewer)
// On some pages this is loaded long after somebody was recognised.
followViewer()

/** Id of the member whose choices these are. */
export const choicesOwner = (): string | undefined => owner

/** undefined: not known yet, or a guest's. */
export const ownChoice = (target: Target): Choice | undefined => choices.get(target)

/** Kind and id of a target. */
export const partsOf = (target: string) =>
  [target.slice(0, target.indexOf(':')), target.slice(target.indexOf(':') + 1)] as const

/** Shows these choices from now on; undefined forgets one. */
export function showOwnChoices(entries: Iterable<readonly [Target, Choice | undefined]>): void {
  for (const [target, choice] of entries) {
    if (choice === undefined) choices.delete(target)
    else choices.set(target, choice)
  }
  notify()
}

/** Calls back whenever any choice changed or all were cleared. Returns unsubscribe. */
export function subscribeOwnChoices(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The viewer's own choice; undefined for guests, on the server and until it is known. */
export const useOwnChoice = (target: Target): Choice | undefined =>
  useSyncExternalStore(
    subscribeOwnChoices,
    () => choices.get(target),
    () => undefined,
  )
