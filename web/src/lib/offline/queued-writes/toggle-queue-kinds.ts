import type { NetworkPolicy } from '@hot/domain/network/query-policy'
import type { Clock } from '#web/platform/device/clock.ts'
import type { Mark, MarkKey } from './own-reactions.ts'

/** How one kind of mark (the part of its key before the colon) is written and what follows from it. */
export type MarkKind = {
  /** Leaves the server with this mark, whatever it had before. Throws DataError. */
  write(id: string, mark: Mark, signal: AbortSignal): Promise<void>
  /** The shown mark changed from one known state to another, on a tap or when taken back: counts move with it. */
  moved?(id: string, from: Mark, to: Mark): void
  /** Nothing is on its way any more, whatever came of it. */
  settled?(id: string): void
  /** Mark or counts may differ from the server's: ask again. */
  stale(id: string): void
  /** The first mark that has to wait for a network: it stays shown. Says so. */
  kept?(): void
  /** Refused, or the server stays in trouble; what was shown is taken back already. Says so. */
  failed(id: string, error: unknown): void
}

export type MarkNews = { owner: string; key: MarkKey; mark: Mark }

/** What the queue needs of the page around it. */
export type QueueSurroundings = {
  clock: Clock
  online(): boolean
  policy(): NetworkPolicy
  /** 0–1, to spread the retries. */
  random(): number
  owner(): string | undefined
  shown(key: MarkKey): Mark | undefined
  show(entries: [MarkKey, Mark | undefined][]): void
  /** What found no network is kept until it is dropped; true when it is the first. */
  keep(key: MarkKey, mark: Mark): boolean
  drop(key: MarkKey): void
  /** Tells the viewer's other tabs. */
  announce(news: MarkNews): void
}
