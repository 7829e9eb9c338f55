import type { QueryClient } from '@tanstack/react-query'
import { isForLater, retryWaitMs } from '#web/lib/api/transport/retry-rule.ts'
import { feelTap } from '#web/platform/browser-chrome/haptics.ts'
import { isOnline, policyNow } from '#web/platform/device/device.ts'
import { ChoiceRequests, retryQueuedMs } from './choice-requests.ts'
import {
  accepted,
  type Change,
  type ChoiceState,
  countsFollow,
  fetched,
  isLatest,
  isReplaceable,
  kept,
  needsRefetch,
  needsRequest,
  overheard,
  parked,
  pressed,
  restored,
  rolledBack,
  sent,
  settled,
  unanswered,
  unknownChoice,
} from './choice-state.ts'
import { type Choice, choicesOwner, ownChoice, partsOf, showOwnChoices, type Target } from './own-choices.ts'
import { isUnanswered, mayHaveBeenLost, sendInTime } from './send-choice.ts'
import { type StoredChoice, storeChoice, storedChoices } from './stored-choices.ts'

export { retryQueuedMs }

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
  /** The first choice has to wait, for a network or for room at the server (`isFull`); it stays shown. Notify the person. */
  queued?(isFull: boolean): void
  /** Refused, or the server keeps failing; the shown choice is already rolled back. Notify the person. */
  failed(id: string, error: unknown): void
}

/** Sent to the viewer's other tabs once the server has accepted a choice. */
export type ChoiceMessage = { owner: string; target: Target; choice: Choice }

/**
 * Votes, reactions and fans: shown in the same frame as the tap, one request at a time per target; of several taps during
 * a request only the last is sent. Unanswered choices wait and are stored on the device per member. What is true of a
 * choice is decided in choice-state.ts; here it is shown, sent and stored.
 */
export class ChoiceMutations {
  readonly #requests: ChoiceRequests
  readonly #announce: (message: ChoiceMessage) => void
  readonly #kinds = new Map<string, ChoiceKind>()
  readonly #states = new Map<Target, ChoiceState>()
  #tick = 0
  #person = new AbortController()

  constructor(client: QueryClient, announce: (message: ChoiceMessage) => void) {
    this.#announce = announce
    this.#requests = new ChoiceRequests(client, {
      send: (change, queued) => this.#send(change, queued),
      retryWait: (change, queued, failures, error) => this.#retryWait(change, queued, failures, error),
      arrived: (change) => this.#arrived(change),
      failed: (change, error) => this.#failed(change, error),
    })
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
    const change = { target, choice }
    this.#show(target, choice)
    const state = pressed(this.#stateOf(target), change, before, ++this.#tick)
    this.#states.set(target, state)
    const { pending } = state
    if (pending.stored) storeChoice(choicesOwner(), target, choice)
    this.#requests.dropSleeping(target, pending.sending?.change)
    this.#requests.send(change, pending.queued)
  }

  /** Shows stored choices in the order of the taps; `resume` sends them. Pending choices of this page are newer. */
  restore(): void {
    for (const [target, choice] of storedChoices(choicesOwner() ?? '')) {
      if (!this.#kinds.has(partsOf(target)[0]) || !isReplaceable(this.#stateOf(target))) continue
      const before = ownChoice(target)
      this.#show(target, choice)
      this.#update(target, (state) => restored(state, { target, choice }, before))
      this.#park(target)
    }
  }

  /** There may be a network again: sends queued choices, including those stored by another tab. */
  resume(): Promise<unknown> {
    this.restore()
    return this.#requests.resume()
  }

  /** The page is being left: requests in flight may be cut off, so they are stored. Sending them twice is harmless. */
  leave(): void {
    for (const [target, state] of this.#states) {
      if (!state.pending) continue
      this.#states.set(target, kept(state))
      storeChoice(choicesOwner(), target, state.pending.latest.choice)
    }
  }

  /** Whether a choice is being sent or queued for the target. */
  busy(target: Target): boolean {
    return this.#stateOf(target).pending !== null
  }

  /** Number of queued targets of these kinds. */
  waiting(kinds: readonly string[] = [...this.#kinds.keys()]): number {
    return [...this.#states].filter(([target, { pending }]) => pending?.stored && kinds.includes(partsOf(target)[0]))
      .length
  }

  /** Call it before fetching choices; the returned function applies them, except where the viewer acted in the meantime. */
  expect(): (entries: readonly StoredChoice[]) => void {
    const since = ++this.#tick
    const { signal } = this.#person
    return (entries) => {
      if (signal.aborted) return
      showOwnChoices(entries.filter(([target, choice]) => this.#update(target, (was) => fetched(was, choice, since))))
    }
  }

  /** Applies a choice that another tab has sent; ignored unless it is of the same member. */
  receive({ owner, target, choice }: ChoiceMessage): void {
    if (owner !== choicesOwner()) return
    const kind = this.#kinds.get(partsOf(target)[0])
    const isShown = kind !== undefined && ownChoice(target) !== undefined
    this.#update(target, (state) => overheard(state, choice, isShown ? ++this.#tick : null))
    if (this.busy(target)) return
    storeChoice(owner, target, undefined)
    if (!isShown) return
    showOwnChoices([[target, choice]])
    kind.stale(partsOf(target)[1])
  }

  /** The viewer changed: nothing pending is sent in their name; stored choices stay on the device for their member. */
  clear(): void {
    this.#requests.stop()
    this.#person.abort()
    this.#person = new AbortController()
    // Their requests will find nothing to send.
    this.#states.clear()
  }

  async #send(change: Change, queued: boolean): Promise<void> {
    const { target, choice } = change
    if (!needsRequest(this.#stateOf(target), change)) return
    const [kind, id] = [this.#kindOf(target), partsOf(target)[1]]
    this.#update(target, (state) => sent(state, change, queued))
    try {
      await sendInTime((signal) => kind.write(id, choice, signal), this.#person.signal, policyNow().timeoutMs)
    } catch (error) {
      this.#update(target, (state) => unanswered(state, change, mayHaveBeenLost(error)))
      throw error
    }
    this.#update(target, (state) => accepted(state, change))
  }

  /** Milliseconds until the next attempt; null: none, because a later tap replaced the change or it is finished. */
  #retryWait(change: Change, queued: boolean, failures: number, error: unknown): number | null {
    if (!isLatest(this.#stateOf(change.target), change)) return null
    const policy = policyNow()
    if (!queued) return isOnline() ? retryWaitMs(failures, error, policy) : null
    const wait = retryWaitMs(failures % (policy.retries + 1), error, policy)
    return wait ?? (isUnanswered(error) ? retryQueuedMs : null)
  }

  #arrived(change: Change): void {
    if (!isLatest(this.#stateOf(change.target), change)) return
    this.#settle(change.target)
    const owner = choicesOwner()
    if (owner) this.#announce({ owner, ...change })
  }

  #failed(change: Change, error: unknown): void {
    const { target } = change
    const state = this.#stateOf(target)
    if (!isLatest(state, change)) return
    if (isUnanswered(error)) {
      const isFirst = this.waiting() === 0
      this.#park(target)
      if (isFirst) this.#kindOf(target).queued?.(isForLater(error))
      return
    }
    this.#show(target, rolledBack(state))
    this.#settle(target)
    this.#kindOf(target).failed(partsOf(target)[1], error)
  }

  #settle(target: Target): void {
    const [kind, id] = [this.#kindOf(target), partsOf(target)[1]]
    const refetch = needsRefetch(this.#stateOf(target))
    this.#update(target, (state) => settled(state, ++this.#tick))
    // This also removes a choice stored by an earlier page that was not loaded here: this one is newer.
    storeChoice(choicesOwner(), target, undefined)
    kind.settled?.(id)
    if (refetch) kind.stale(id)
  }

  #park(target: Target): void {
    const wasStored = this.#stateOf(target).pending?.stored
    this.#update(target, parked)
    const { pending } = this.#stateOf(target)
    if (!pending) return
    // Stored once, because storing moves it behind later taps.
    if (!wasStored) storeChoice(choicesOwner(), target, pending.latest.choice)
    this.#requests.dropSleeping(target, pending.sending?.change)
    this.#requests.park(pending.latest)
  }

  #show(target: Target, to: Choice | undefined): void {
    const from = ownChoice(target)
    showOwnChoices([[target, to]])
    if (countsFollow(this.#stateOf(target)) && from !== undefined && to !== undefined && from !== to)
      this.#kindOf(target).moved?.(partsOf(target)[1], from, to)
  }

  #stateOf(target: Target): ChoiceState {
    return this.#states.get(target) ?? unknownChoice
  }

  /** Whether it changed. */
  #update(target: Target, next: (state: ChoiceState) => ChoiceState): boolean {
    const before = this.#stateOf(target)
    const after = next(before)
    if (after === before) return false
    this.#states.set(target, after)
    return true
  }

  #kindOf(target: Target): ChoiceKind {
    const kind = this.#kinds.get(partsOf(target)[0])
    if (!kind) throw new Error(`nothing defines how to write ${target}`)
    return kind
  }
}
