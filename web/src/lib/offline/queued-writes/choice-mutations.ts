import type { Mutation, MutationState, QueryClient } from '@tanstack/react-query'
import { retryWaitMs } from '#web/lib/api/transport/retry-rule.ts'
import { feelTap } from '#web/platform/browser-chrome/haptics.ts'
import { isOnline, policyNow } from '#web/platform/device/device.ts'
import { type Choice, choicesOwner, ownChoice, partsOf, showOwnChoices, type Target } from './own-choices.ts'
import { isUnanswered, mayHaveBeenLost, oneTabAtATime, sendInTime } from './send-choice.ts'
import { type StoredChoice, storeChoice, storedChoices } from './stored-choices.ts'

/** How one kind of choice (the part of its target before the colon) is written and what follows from it. */
export type ChoiceKind = {
  /** Leaves the server with this choice, whatever it had before. Throws DataError. */
  write(id: string, choice: Choice, signal: AbortSignal): Promise<void>
  /** The shown choice changed from one known state to another, on a tap or when rolled back: counts move with it. */
  moved?(id: string, from: Choice, to: Choice): void
  /** Nothing is on its way any more, whatever came of it. */
  settled?(id: string): void
  /** Choice or counts may differ from the server's: ask again. */
  stale(id: string): void
  /** The first choice that has to wait for a network: it stays shown. Says so. */
  queued?(): void
  /** Refused, or the server stays in trouble; what was shown is rolled back already. Says so. */
  failed(id: string, error: unknown): void
}

/** For the viewer's other tabs. */
export type ChoiceNews = { owner: string; target: Target; choice: Choice }

type Change = { target: Target; choice: Choice }

/** A target whose last choice the server does not have yet. */
type Pending = {
  latest: Change
  /** Shown before the first tap. */
  before: Choice | undefined
  /** What the server had was not known: counts were not moved, and are asked for at the end. */
  guessed: boolean
  /** Something was sent whose answer did not come: the server may have it or not. */
  unsure: boolean
  /** Another tab changed it meanwhile. */
  foreign: boolean
  /** On its way right now, and in which scope. */
  sending: { change: Change; scope: string } | null
  /** Stands in the line of those that wait for a network. */
  queued: boolean
  /** Found no network, or its page was left: is on the device until it is settled. */
  stored: boolean
}

const mutationKey = ['choice']
/** All that waits for a network shares one scope: sent one after the other, in the order of the last taps. */
const queuedScope = 'queued choices'
/** A server that does not answer is asked again after this long. */
export const retryQueuedMs = 15_000

/**
 * Votes, reactions and fans as mutations: shown within the frame of the tap, one request at a time per target (its scope), and
 * of the taps that came meanwhile only the last. What gets no answer pauses and is stored on the device for its member.
 */
export class ChoiceMutations {
  readonly #client: QueryClient
  readonly #announce: (news: ChoiceNews) => void
  readonly #kinds = new Map<string, ChoiceKind>()
  readonly #pending = new Map<Target, Pending>()
  /** What the server has, as far as it said so. */
  readonly #confirmed = new Map<Target, Choice>()
  readonly #touched = new Map<Target, number>()
  #tick = 0
  #person = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient, announce: (news: ChoiceNews) => void) {
    this.#client = client
    this.#announce = announce
  }

  /** Once per kind, before its first choice. What an earlier page left of it is shown. */
  define(name: string, kind: ChoiceKind): void {
    const isNew = !this.#kinds.has(name)
    this.#kinds.set(name, kind)
    if (isNew) this.restore()
  }

  /** What the viewer wants there from now on; shown before this returns. */
  choose(target: Target, choice: Choice): void {
    if (import.meta.env.VITE_SHELL === 'native') feelTap()
    const before = ownChoice(target)
    this.#touch(target)
    this.#show(target, choice)
    const change = { target, choice }
    const at = this.#begin(change, before)
    if (at.stored) storeChoice(choicesOwner(), target, choice)
    this.#removeSleeping(at)
    // Behind the request that is on its way, whichever line that stands in.
    const scope = at.sending?.scope ?? target
    at.queued = scope === queuedScope
    // What comes of it is told to the callbacks.
    this.#build(change, scope)
      .execute(change)
      .catch(() => undefined)
  }

  /** Shows what waits on this device, in the order of the taps, to be sent by `resume`. What is on its way here is newer. */
  restore(): void {
    for (const [target, choice] of storedChoices(choicesOwner() ?? '')) {
      const at = this.#pending.get(target)
      if (!this.#kinds.has(partsOf(target)[0]) || (at && !isParked(at))) continue
      const before = ownChoice(target)
      this.#show(target, choice)
      this.#queue(Object.assign(this.#begin({ target, choice }, before), { stored: true }))
    }
  }

  /** There may be a network again: sends what waits, also what another tab has left. */
  resume(): Promise<unknown> {
    this.restore()
    return this.#client.resumePausedMutations()
  }

  /** The page goes: what is on its way may be cut off, so it is stored until its answer is here; sent twice, it is the same. */
  leave(): void {
    for (const at of this.#pending.values()) this.#store(at)
  }

  /** Whether something is on its way there, or waits to be. */
  busy(target: Target): boolean {
    return this.#pending.has(target)
  }

  /** How many targets of these kinds wait for a network. */
  waiting(kinds: readonly string[] = [...this.#kinds.keys()]): number {
    return [...this.#pending].filter(([target, { stored }]) => stored && kinds.includes(partsOf(target)[0])).length
  }

  /** Call it before asking the server for choices; what comes back is taken where nobody acted since. */
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

  /** News from another tab of the same member. */
  hear({ owner, target, choice }: ChoiceNews): void {
    if (owner !== choicesOwner()) return
    const at = this.#pending.get(target)
    if (at && !isParked(at)) {
      at.foreign = true
      return
    }
    // What waits here is older than what has just been sent there.
    this.#pending.delete(target)
    storeChoice(owner, target, undefined)
    const kind = this.#kinds.get(partsOf(target)[0])
    if (!kind || ownChoice(target) === undefined) return
    this.#touch(target)
    this.#confirmed.set(target, choice)
    showOwnChoices([[target, choice]])
    kind.stale(partsOf(target)[1])
  }

  /** Somebody else is looking: nothing that waits is sent in their name; it stays on the device for its member. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#person.abort()
    this.#person = new AbortController()
    // Their mutations find nothing to send.
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
        // Removed when it is settled; what waits must not be swept.
        gcTime: Number.POSITIVE_INFINITY,
        // The first try finds out whether there is a network; what is queued waits until there is one.
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

  /** Milliseconds until the next try; null: none, because a later tap has taken its place or it is over. */
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
    // Also what an earlier page left there and this one has not looked at: this is newer.
    storeChoice(choicesOwner(), target, undefined)
    this.#touch(target)
    kind.settled?.(id)
    if (unsure || foreign || guessed) kind.stale(id)
  }

  /** Paused until the network returns, the page is looked at again, the next page begins or some time has passed. */
  #queue(at: Pending): void {
    // Another object: the mutation that got no answer is over.
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

  /** An earlier tap that waits for its next try gives way. Those that wait for their turn find out when it comes. */
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
    if (!kind) throw new Error(`nobody defined how to write ${target}`)
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
