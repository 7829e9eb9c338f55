import type { Mutation, MutationState, QueryClient } from '@tanstack/react-query'
import { retryWaitMs } from '#web/lib/api/transport/retry-rule.ts'
import { feelTap } from '#web/platform/browser-chrome/haptics.ts'
import { isOnline, policyNow } from '#web/platform/device/device.ts'
import { type Choice, choicesOwner, ownChoice, partsOf, showOwnChoices, type Target } from './own-choices.ts'
import { isUnanswered, mayHaveBeenLost, oneTabAtATime, sendInTime } from './send-choice.ts'
import { type StoredChoice, storeChoice, storedChoices } from './stored-choices.ts'

/** How one kind of choice (the part of its target before the colon) is written, and its side effects. */
export type ChoiceKind = {
  /** Sets this choice on the server, whatever it was before. Throws DataError. */
  write(id: string, choice: Choice, signal: AbortSignal): Promise<void>
  /** The shown choice changed between two known states, by a tap or a rollback: adjust the counts. */
  moved?(id: string, from: Choice, to: Choice): void
  /** No request is pending any more, whatever the result. */
  settled?(id: string): void
  /** Choice or counts may differ from the server's: refetch. */
  stale(id: string): void
  /** The first choice has to wait for a network; it stays shown. Notify the person. */
  queued?(): void
  /** Refused, or the server keeps failing; the shown choice is already rolled back. Notify the person. */
  failed(id: string, error: unknown): void
}

/** Sent to the viewer's other tabs once the server has accepted a choice. */
export type ChoiceMessage = { owner: string; target: Target; choice: Choice }

type Change = { target: Target; choice: Choice }

/** A target whose last choice is not confirmed by the server yet. */
type Pending = {
  latest: Change
  /** The choice shown before the first tap. */
  before: Choice | undefined
  /** The server's choice was unknown: counts were not adjusted and are refetched at the end. */
  guessed: boolean
  /** A request got no answer: the server may or may not have processed it. */
  unsure: boolean
  /** Another tab changed the choice in the meantime. */
  foreign: boolean
  /** The change being sent, and its scope. */
  sending: { change: Change; scope: string } | null
  /** Queued until there is a network. */
  queued: boolean
  /** Without a network, or when the page was left: stored on the device until settled. */
  stored: boolean
}

const mutationKey = ['choice']
/** All queued choices share one scope, so that they are sent one by one in the order of the last taps. */
const queuedScope = 'queued choices'
/** Delay before retrying a server that does not answer. */
export const retryQueuedMs = 15_000

/**
 * Votes, reactions and fans as mutations: shown in the same frame as the tap, one request at a time per target (its scope);
 * of several taps during a request only the last is sent. Unanswered choices pause and are stored on the device per member.
 */
export class ChoiceMutations {
  readonly #client: QueryClient
  readonly #announce: (message: ChoiceMessage) => void
  readonly #kinds = new Map<string, ChoiceKind>()
  readonly #pending = new Map<Target, Pending>()
  /** Choices confirmed by the server. */
  readonly #confirmed = new Map<Target, Choice>()
  readonly #touched = new Map<Target, number>()
  #tick = 0
  #person = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient, announce: (message: ChoiceMessage) => void) {
    this.#client = client
    this.#announce = announce
  }

  /** Call it once per kind, before its first choice. Shows stored choices of an earlier page. */
  define(name: string, kind: ChoiceKind): void {
    const isNew = !this.#kinds.has(name)
    this.#kinds.set(name, kind)
    if (isNew) this.restore()
  }

  /** Sets the viewer's choice, which is shown before this returns, and sends it. */
  choose(target: Target, choice: Choice): void {
    if (import.meta.env.VITE_SHELL === 'native') feelTap()
    const before = ownChoice(target)
    this.#touch(target)
    this.#show(target, choice)
    const change = { target, choice }
    const at = this.#begin(change, before)
    if (at.stored) storeChoice(choicesOwner(), target, choice)
    this.#removeSleeping(at)
    // In the scope of a request in flight, so that it is sent after that.
    const scope = at.sending?.scope ?? target
    at.queued = scope === queuedScope
    // The mutation's callbacks handle its result.
    this.#build(change, scope)
      .execute(change)
      .catch(() => undefined)
  }

  /** Shows stored choices in the order of the taps; `resume` sends them. Pending choices of this page are newer. */
  restore(): void {
    for (const [target, choice] of storedChoices(choicesOwner() ?? '')) {
      const at = this.#pending.get(target)
      if (!this.#kinds.has(partsOf(target)[0]) || (at && !isParked(at))) continue
      const before = ownChoice(target)
      this.#show(target, choice)
      this.#queue(Object.assign(this.#begin({ target, choice }, before), { stored: true }))
    }
  }

  /** There may be a network again: sends queued choices, including those stored by another tab. */
  resume(): Promise<unknown> {
    this.restore()
    return this.#client.resumePausedMutations()
  }

  /** The page is being left: requests in flight may be cut off, so they are stored. Sending them twice is harmless. */
  leave(): void {
    for (const at of this.#pending.values()) this.#store(at)
  }

  /** Whether a choice is being sent or queued for the target. */
  busy(target: Target): boolean {
    return this.#pending.has(target)
  }

  /** Number of queued targets of these kinds. */
  waiting(kinds: readonly string[] = [...this.#kinds.keys()]): number {
    return [...this.#pending].filter(([target, { stored }]) => stored && kinds.includes(partsOf(target)[0])).length
  }

  /** Call it before fetching choices; the returned function applies them, except where the viewer acted in the meantime. */
  expect(): (entries: readonly StoredChoice[]) => void {
    const since = ++this.#tick
    const { signal } = this.#person
    return (entries) => {
      if (signal.aborted) return
      const untouched = entries.filter(([at]) => !this.#pending.has(at) && (this.#touched.get(at) ?? 0) < since)
      for (const [target, choice] of untouched) this.#confirmed.set(target, choice)
      showOwnChoices(untouched)
    }
  }

  /** Applies a choice that another tab has sent; ignored unless it is of the same member. */
  receive({ owner, target, choice }: ChoiceMessage): void {
    if (owner !== choicesOwner()) return
    const at = this.#pending.get(target)
    if (at && !isParked(at)) {
      at.foreign = true
      return
    }
    // The choice pending here is older than the one just sent by the other tab.
    this.#pending.delete(target)
    storeChoice(owner, target, undefined)
    const kind = this.#kinds.get(partsOf(target)[0])
    if (!kind || ownChoice(target) === undefined) return
    this.#touch(target)
    this.#confirmed.set(target, choice)
    showOwnChoices([[target, choice]])
    kind.stale(partsOf(target)[1])
  }

  /** The viewer changed: nothing pending is sent in their name; stored choices stay on the device for their member. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#person.abort()
    this.#person = new AbortController()
    // Their mutations will find nothing to send.
    for (const map of [this.#pending, this.#confirmed, this.#touched]) map.clear()
  }

  #build(change: Change, scope: string, state?: MutationState<void, Error, Change>) {
    const queued = scope === queuedScope
    const wait = (failures: number, error: unknown) => this.#retryWait(change, queued, failures, error)
    return this.#client.getMutationCache().build<void, Error, Change, unknown>(
      this.#client,
      {
        mutationKey: [...mutationKey, change.target],
        scope: { id: scope },
        // Removed when settled; waiting mutations must not be garbage-collected.
        gcTime: Number.POSITIVE_INFINITY,
        // The first attempt detects a missing network; queued mutations wait until there is one.
        networkMode: queued ? 'online' : 'always',
        mutationFn: () => {
          const send = () => this.#send(change, scope)
          return queued ? oneTabAtATime(send) : send()
        },
        retry: (failures, error) => wait(failures, error) !== null,
        retryDelay: (failures, error) => wait(failures, error) ?? 0,
        onSuccess: () => this.#arrived(change),
        onError: (error) => this.#failed(change, error),
        onSettled: () => this.#remove((mutation) => mutation.state.variables === change),
      },
      state,
    )
  }

  async #send(change: Change, scope: string): Promise<void> {
    const { target, choice } = change
    const at = this.#pending.get(target)
    if (at?.latest !== change) return
    if (!at.unsure && this.#confirmed.get(target) === choice) return
    const unsureBefore = at.unsure
    at.unsure = true
    at.sending = { change, scope }
    const [kind, id] = [this.#kindOf(target), partsOf(target)[1]]
    try {
      await sendInTime((signal) => kind.write(id, choice, signal), this.#person.signal, policyNow().timeoutMs)
      at.unsure = false
      if (this.#pending.get(target) === at) this.#confirmed.set(target, choice)
    } catch (error) {
      if (!mayHaveBeenLost(error)) at.unsure = unsureBefore
      throw error
    } finally {
      at.sending = null
    }
  }

  /** Milliseconds until the next attempt; null: none, because a later tap replaced the change or it is finished. */
  #retryWait(change: Change, queued: boolean, failures: number, error: unknown): number | null {
    if (!this.#isLatest(change)) return null
    const policy = policyNow()
    if (!queued) return isOnline() ? retryWaitMs(failures, error, policy) : null
    const wait = retryWaitMs(failures % (policy.retries + 1), error, policy)
    return wait ?? (isUnanswered(error) ? retryQueuedMs : null)
  }

  #arrived(change: Change): void {
    const at = this.#pending.get(change.target)
    if (at?.latest !== change) return
    this.#finish(at)
    const owner = choicesOwner()
    if (owner) this.#announce({ owner, ...change })
  }

  #failed(change: Change, error: unknown): void {
    const { target } = change
    const at = this.#pending.get(target)
    if (at?.latest !== change) return
    if (isUnanswered(error)) {
      const isFirst = this.waiting() === 0
      this.#queue(at)
      if (isFirst) this.#kindOf(target).queued?.()
      return
    }
    this.#show(target, this.#confirmed.has(target) ? this.#confirmed.get(target) : at.before)
    this.#finish(at)
    this.#kindOf(target).failed(partsOf(target)[1], error)
  }

  #finish({ latest: { target }, unsure, foreign, guessed }: Pending): void {
    const [kind, id] = [this.#kindOf(target), partsOf(target)[1]]
    this.#pending.delete(target)
    // This also removes a choice stored by an earlier page that was not loaded here: this one is newer.
    storeChoice(choicesOwner(), target, undefined)
    this.#touch(target)
    kind.settled?.(id)
    if (unsure || foreign || guessed) kind.stale(id)
  }

  /** Pauses the choice until the network returns, the page is shown again, a new page starts or some time has passed. */
  #queue(at: Pending): void {
    // A new object, so that the unanswered mutation is no longer the latest.
    at.latest = { ...at.latest }
    at.queued = true
    if (!at.stored) this.#store(at)
    this.#removeSleeping(at)
    this.#build(at.latest, queuedScope, paused(at.latest))
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#client.resumePausedMutations(), retryQueuedMs)
  }

  #begin(latest: Change, before: Choice | undefined): Pending {
    const at = this.#pending.get(latest.target)
    if (at) return Object.assign(at, { latest })
    const guessed = !this.#confirmed.has(latest.target)
    const flags = { unsure: false, foreign: false, sending: null, queued: false, stored: false }
    const begun = { latest, before, guessed, ...flags }
    this.#pending.set(latest.target, begun)
    return begun
  }

  #show(target: Target, to: Choice | undefined): void {
    const from = ownChoice(target)
    showOwnChoices([[target, to]])
    if (this.#confirmed.has(target) && from !== undefined && to !== undefined && from !== to)
      this.#kindOf(target).moved?.(partsOf(target)[1], from, to)
  }

  #store(at: Pending): void {
    at.stored = true
    storeChoice(choicesOwner(), at.latest.target, at.latest.choice)
  }

  /** Removes the mutation of an earlier tap that waits for its next attempt. Those waiting in their scope check `#isLatest`. */
  #removeSleeping({ latest: { target }, sending }: Pending): void {
    this.#remove(
      ({ options, state }) =>
        options.mutationKey?.[1] === target && !state.isPaused && state.variables !== sending?.change,
    )
  }

  #remove(predicate: (mutation: Mutation) => boolean): void {
    const cache = this.#client.getMutationCache()
    for (const mutation of cache.findAll({ mutationKey, predicate })) cache.remove(mutation)
  }

  #touch(target: Target): void {
    this.#touched.set(target, ++this.#tick)
  }

  #isLatest(change: Change): boolean {
    return this.#pending.get(change.target)?.latest === change
  }

  #kindOf(target: Target): ChoiceKind {
    const kind = this.#kinds.get(partsOf(target)[0])
    if (!kind) throw new Error(`nothing defines how to write ${target}`)
    return kind
  }
}

const isParked = ({ queued, sending }: Pending): boolean => queued && !sending

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
