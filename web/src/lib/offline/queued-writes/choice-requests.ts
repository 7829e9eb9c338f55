import type { Mutation, MutationState, QueryClient } from '@tanstack/react-query'
import type { Change } from './choice-state.ts'
import type { Target } from './own-choices.ts'
import { oneTabAtATime } from './send-choice.ts'

const mutationKey = ['choice']
/** All queued choices share one scope, so that they are sent one by one in the order of the last taps. */
const queuedScope = 'queued choices'
/** Delay before retrying a server that does not answer. */
export const retryQueuedMs = 15_000

type Handlers = {
  /** One attempt. Rejects with DataError. */
  send(change: Change, queued: boolean): Promise<void>
  /** Milliseconds until the next attempt; null: none. */
  retryWait(change: Change, queued: boolean, failures: number, error: unknown): number | null
  arrived(change: Change): void
  failed(change: Change, error: unknown): void
}

/** Requests as mutations: one at a time per target, and one at a time of all queued ones, in every tab of the browser. */
export class ChoiceRequests {
  readonly #client: QueryClient
  readonly #handlers: Handlers
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient, handlers: Handlers) {
    this.#client = client
    this.#handlers = handlers
  }

  /** Sends a tap after the one in flight on its target, or (`queued`) among the queued ones. */
  send(change: Change, queued: boolean): void {
    // The handlers are told its result.
    this.#build(change, queued)
      .execute(change)
      .catch(() => undefined)
  }

  /** Pauses a tap until the network returns, the page is shown again, a new page starts or some time has passed. */
  park(change: Change): void {
    this.#build(change, true, paused(change))
    this.stop()
    this.#timer = setTimeout(() => void this.resume(), retryQueuedMs)
  }

  /** Sends all parked taps. */
  resume(): Promise<unknown> {
    return this.#client.resumePausedMutations()
  }

  /** Sends nothing by itself any more. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Drops what waits for its next attempt on the target, except the tap in flight. Those waiting in their scope find nothing to send. */
  dropSleeping(target: Target, sending: Change | undefined): void {
    this.#drop(
      ({ options, state }) => options.mutationKey?.[1] === target && !state.isPaused && state.variables !== sending,
    )
  }

  #build(change: Change, queued: boolean, state?: MutationState<void, Error, Change>) {
    const { send, retryWait, arrived, failed } = this.#handlers
    return this.#client.getMutationCache().build<void, Error, Change, unknown>(
      this.#client,
      {
        mutationKey: [...mutationKey, change.target],
        scope: { id: queued ? queuedScope : change.target },
        // Removed when settled; waiting mutations must not be garbage-collected.
        gcTime: Number.POSITIVE_INFINITY,
        // The first attempt detects a missing network; queued mutations wait until there is one.
        networkMode: queued ? 'online' : 'always',
        mutationFn: () => (queued ? oneTabAtATime(() => send(change, queued)) : send(change, queued)),
        retry: (failures, error) => retryWait(change, queued, failures, error) !== null,
        retryDelay: (failures, error) => retryWait(change, queued, failures, error) ?? 0,
        onSuccess: () => arrived(change),
        onError: (error) => failed(change, error),
        onSettled: () => this.#drop((mutation) => mutation.state.variables === change),
      },
      state,
    )
  }

  #drop(predicate: (mutation: Mutation) => boolean): void {
    const cache = this.#client.getMutationCache()
    for (const mutation of cache.findAll({ mutationKey, predicate })) cache.remove(mutation)
  }
}

const paused = (variables: Change): MutationState<void, Error, Change> => ({
  context: undefined,
  data: undefined,
  error: null,
  failureCount: 0,
  failureReason: null,
  isPaused: true,
  status: 'pending',
  submittedAt: Date.now(),
  variables,
})
