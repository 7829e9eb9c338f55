import { createStore, useStore } from '#web/create-store.ts'
import { subscribeViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'

/** The target of a choice: `post:ID` (heart, poop), `rumor:ID` (agree, disagree), `poll:ID` (option), `comment:ID`, `fan:ID` … */
export type Target = `${string}:${string}`
/** The viewer's vote, reaction or fan on a target; null: none. */
export type Choice = string | null

type Owned = { owner: string | undefined; choices: ReadonlyMap<Target, Choice> }

const store = createStore<Owned>({ owner: undefined, choices: new Map() })

/** Clears the choices of the previous viewer. Nothing changes while a session is still being checked. */
function followViewer(): void {
  const who = viewer()
  if (who.state === 'loading' || (who.state === 'guest' && who.pending)) return
  const owner = who.state === 'member' ? who.user.id : undefined
  if (owner !== store.get().owner) store.set({ owner, choices: new Map() })
}

subscribeViewer(followViewer)
// Some pages load this module long after the viewer is known.
followViewer()

/** Id of the member who owns these choices. */
export const choicesOwner = (): string | undefined => store.get().owner

/** undefined: not known yet, or a guest's. */
export const ownChoice = (target: Target): Choice | undefined => store.get().choices.get(target)

/** Kind and id of a target. */
export const partsOf = (target: string) =>
  [target.slice(0, target.indexOf(':')), target.slice(target.indexOf(':') + 1)] as const

/** Sets the shown choices; undefined removes one. */
export function showOwnChoices(entries: Iterable<readonly [Target, Choice | undefined]>): void {
  const { owner, choices: before } = store.get()
  const choices = new Map(before)
  for (const [target, choice] of entries) {
    if (choice === undefined) choices.delete(target)
    else choices.set(target, choice)
  }
  store.set({ owner, choices })
}

/** Calls back when any choice changed or all were cleared. */
export const subscribeOwnChoices = store.subscribe

/** The viewer's own choice; undefined for guests, on the server and while unknown. */
export const useOwnChoice = (target: Target): Choice | undefined =>
  useStore(store, ({ choices }) => choices.get(target))
