import type { TargetType } from '@hot/domain/analytics/events'
import { questions } from '@hot/domain/star/hot-score'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { track } from '#web/lib/analytics/track.ts'
import { type ChoiceMessage, ChoiceMutations } from './choice-mutations.ts'
import { choicesOwner, partsOf, subscribeOwnChoices } from './own-choices.ts'

/** Shown once, when the first choice is queued: without a network, or because the server is full. */
export const queuedMessage = (isFull: boolean) => ({
  title: 'Gemerkt.',
  text: isFull
    ? 'Gerade ist hier sehr viel los. Sobald wieder Platz ist, geht es von selbst raus.'
    : 'Gerade gibt es keine Verbindung. Sobald sie wieder da ist, geht es von selbst raus.',
})

/** Kinds that are votes, with their target type. Reactions are not votes. */
const voted: Readonly<Record<string, TargetType>> = {
  ...Object.fromEntries(questions.map((question) => [question, 'star'] as const)),
  rumor: 'post',
  poll: 'post',
}

/** Tracks a choice that the server has accepted. Withdrawing a vote is not counted. */
function trackChoice({ target, choice }: ChoiceMessage): void {
  const [kind, id] = partsOf(target)
  const type = voted[kind]
  if (kind === 'fan') track(choice ? 'fan_add' : 'fan_remove', { target: { type: 'star', id } })
  else if (type && choice)
    track('vote_cast', { target: { type, id }, metadata: { vote_type: kind, vote_value: choice } })
}

function connect(client: QueryClient): ChoiceMutations {
  // Without BroadcastChannel, other tabs update with their next fetch.
  const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('hot-choices')
  const choices = new ChoiceMutations(client, (message) => {
    otherTabs?.postMessage(message)
    trackChoice(message)
  })
  otherTabs?.addEventListener('message', ({ data }: MessageEvent<ChoiceMessage>) => choices.receive(data))
  if (typeof window !== 'undefined') window.addEventListener('pagehide', () => choices.leave())
  let owner = choicesOwner()
  subscribeOwnChoices(() => {
    if (choicesOwner() === owner) return
    owner = choicesOwner()
    choices.clear()
    choices.restore()
  })
  return choices
}

let only: ChoiceMutations | undefined

/**
 * Votes, reactions and fans of the current member. An entity defines once how its kinds are written (`define`), then calls
 * `choose(target, choice)` on every tap; `useOwnChoice(target)` returns the choice.
 */
export function choicesOf(client: QueryClient): ChoiceMutations {
  only ??= connect(client)
  return only
}

/** Number of queued choices of these kinds. */
export function useWaitingChoices(kinds: readonly string[]): number {
  const client = useQueryClient()
  return useSyncExternalStore(
    client.getMutationCache().subscribe,
    () => choicesOf(client).waiting(kinds),
    () => 0,
  )
}
