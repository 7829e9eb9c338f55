import type { Clock } from '#web/platform/device/clock.ts'
import type { Mark, MarkKey } from './own-reactions.ts'
import { type KeptMark, keepMark, keptMarks } from './queued-reactions.ts'

/** A server that is away is asked again after this long; without a network, as soon as there is one. */
export const outboxRetryMs = 15_000

/** Said once, when the first of them has to wait. */
export const keptMessage = {
  title: 'Gemerkt.',
  text: 'Gerade gibt es keine Verbindung. Sobald sie wieder da ist, geht es von selbst raus.',
} as const

type OutboxSurroundings = {
  clock: Clock
  online(): boolean
  /** Whose marks these are; nothing is stored for guests. */
  owner(): string | undefined
  /** Sends what waits; what fails again is kept again. */
  resume(): void
}

/** Which votes and reactions wait for a network: the last one per target, stored on the device for their member. */
export function createVoteOutbox(around: OutboxSurroundings) {
  const waiting = new Map<MarkKey, Mark>()
  const listeners = new Set<() => void>()
  let stopClock = () => {}

  function tell(): void {
    for (const listener of [...listeners]) listener()
  }

  function store(key: MarkKey, mark: Mark | undefined): void {
    const owner = around.owner()
    if (owner) keepMark(owner, key, mark)
  }

  /** Asking without a network would be in vain; its return is told by whoever made this. */
  function tryLater(): void {
    stopClock()
    stopClock = around.clock.after(outboxRetryMs, () => (around.online() ? around.resume() : tryLater()))
  }

  return {
    /** Puts a mark aside that could not be sent. True when it is the first to wait. */
    keep(key: MarkKey, mark: Mark): boolean {
      const first = waiting.size === 0
      waiting.delete(key)
      waiting.set(key, mark)
      store(key, mark)
      tryLater()
      tell()
      return first
    },
    /** It has arrived, was refused, or another tab said something newer. */
    drop(key: MarkKey): void {
      // Also what an earlier page left there and this one has not looked at yet: this is newer.
      store(key, undefined)
      if (!waiting.delete(key)) return
      if (waiting.size === 0) stopClock()
      tell()
    },
    /** Somebody else is looking: what is stored stays for whom it belongs to. */
    clear(): void {
      stopClock()
      waiting.clear()
      tell()
    },
    /** Left over from an earlier page of this member. */
    before: (): readonly KeptMark[] => keptMarks(around.owner() ?? ''),
    /** How many wait, of these kinds (the part of their key before the colon). */
    count: (kinds: readonly string[]): number =>
      [...waiting.keys()].filter((key) => kinds.includes(key.slice(0, key.indexOf(':')))).length,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
