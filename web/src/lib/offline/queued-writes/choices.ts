import type { TargetType } from '@hot/domain/analytics/events'
import { questions } from '@hot/domain/star/hot-score'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { track } from '#web/lib/analytics/track.ts'
import { ChoiceMutations, type ChoiceNews } from './choice-mutations.ts'
import { choicesOwner, partsOf, subscribeOwnChoices } from './own-choices.ts'

/** Said once, when the first choice has to wait. */
export const queuedMessage = {
  title: 'Gemerkt.',
  text: 'Gerade gibt es keine Verbindung. Sobald sie wieder da ist, geht es von selbst raus.',
} as const

/** Kinds that are votes, and on what. Reactions are none. */
const voted: Readonly<Record<string, TargetType>> = {
  ...Object.fromEntries(questions.map((question) => [question, 'star'] as const)),
  rumor: 'post',
  poll: 'post',
}

/** Counts a choice that the server has taken. A withdrawn vote is no vote that was cast. */
function trackChoice({ target, choice }: ChoiceNews): void {
  const [kind, id] = partsOf(target)
  const type = voted[kind]
  if (kind === 'fan') track(choice ? 'fan_add' : 'fan_remove', { target: { type: 'star', id } })
  else if (type && choice)
    track('vote_cast', { target: { type, id }, metadata: { vote_type: kind, vote_value: choice } })
}

function connect(client: QueryClient): ChoiceMutations {
  // Absent in browsers that cannot talk between tabs; there a choice follows when it is next asked for.
  const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('hot-choices')
  const choices = new ChoiceMutations(client, (news) => {
    otherTabs?.postMessage(news)
    trackChoice(news)
  })
  otherTabs?.addEventListener('message', ({ data }: MessageEvent<ChoiceNews>) => choices.hear(data))
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
 * Votes, reactions and fans of the member who is looking. An entity says once how its kinds are written (`define`), then calls
 * `choose(target, choice)` on every tap; `useOwnChoice(target)` shows it.
 */
export function choicesOf(client: QueryClient): ChoiceMutations {
  only ??= connect(client)
  return only
}

/** How many choices of these kinds wait for a network. */
export function useWaitingChoices(kinds: readonly string[]): number {
  const client = useQueryClient()
  return useSyncExternalStore(
    client.getMutationCache().subscribe,
    () => choicesOf(client).waiting(kinds),
    () => 0,
  )
}
