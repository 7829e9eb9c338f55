import type { Clock } from './clock.ts'
import type { Mark, MarkKey } from './own-marks.ts'

/** A server that is away is asked again after this long; without a network, as soon as there is one. */
export const outboxRetryMs = 15_000

type OutboxSurroundings = {
  clock: Clock
  online(): boolean
  show(entries: [MarkKey, Mark][]): void
  /** Sends it anew; when that fails as well, `keep` is called again. */
  send(key: MarkKey, mark: Mark): void
}

/** Votes that found no network: shown as given, sent later, the last one per target. They live as long as the page. */
export function createVoteOutbox(around: OutboxSurroundings) {
  const waiting = new Map<MarkKey, Mark>()
  const listeners = new Set<() => void>()
  let stopClock = () => {}

  function tell(): void {
    for (const listener of [...listeners]) listener()
  }

  /** Asking without a network would be in vain; its return is told by whoever made this. */
  function tryLater(): void {
    stopClock()
    stopClock = around.clock.after(outboxRetryMs, () => (around.online() ? flush() : tryLater()))
  }

  function flush(): void {
    stopClock()
    const entries = [...waiting]
    waiting.clear()
    for (const [key, mark] of entries) around.send(key, mark)
    tell()
  }

  return {
    /** Puts a vote aside that could not be sent. */
    keep(key: MarkKey, mark: Mark): void {
      waiting.set(key, mark)
      around.show([[key, mark]])
      tryLater()
      tell()
    },
    /** A newer vote on the same target is on its way. */
    drop(key: MarkKey): void {
      if (waiting.delete(key)) tell()
    },
    /** There is a network again. */
    flush,
    /** Somebody else is looking. */
    clear(): void {
      stopClock()
      waiting.clear()
      tell()
    },
    size: (): number => waiting.size,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
