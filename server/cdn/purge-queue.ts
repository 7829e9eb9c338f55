import { setTimeout as pauseFor } from 'node:timers/promises'
import type { Log } from '../wire/request-log.ts'

/** Sends what a cache has to forget, at most so many at a time; fails when the cache has not understood. */
export type PurgeSender = { most: number; send: (items: readonly string[]) => Promise<void> }

const tries = 5
const firstPause = 500
/** In ms: an answer that was on its way to the cache when it was told to forget would be kept after that. */
const again = 2_000
/** While so many wait, nothing more is handed out. */
const mostWaiting = 5_000

type QueueOptions = { log: Log; pause?: (ms: number) => Promise<unknown> }

/** What lies behind `fetch failed`: neither address nor token is in it. */
const innermostReason = (error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : 'unbekannt'
}

/**
 * Tells a cache what to forget, one request at a time, twice within two seconds. While it fails, the same is tried five times in
 * seven seconds, then all that waits is given up: the cache shows it for another minute at most.
 */
export function purgeQueue({ most, send }: PurgeSender, { log, pause = (ms) => pauseFor(ms) }: QueueOptions) {
  const waiting = new Set<string>()
  let running: Promise<void> | undefined

  function giveUp(error: unknown, items: readonly string[]): void {
    const count = waiting.size + items.length
    waiting.clear()
    log(
      `Der Cache vor HoT vergisst ${count} Einträge nicht (${innermostReason(error)}): Dort bleiben sie bis zu 60 s.`,
      'warn',
    )
  }

  async function work(): Promise<void> {
    for (let failed = 0; waiting.size > 0; ) {
      const items = [...waiting].slice(0, most)
      for (const item of items) waiting.delete(item)
      try {
        await send(items)
        failed = 0
      } catch (error) {
        failed += 1
        if (failed === tries) return giveUp(error, items)
        for (const item of items) waiting.add(item)
        await pause(firstPause * 2 ** (failed - 1))
      }
    }
  }

  function add(items: readonly string[]): void {
    for (const item of items) waiting.add(item)
    running ??= work().finally(() => {
      running = undefined
    })
  }

  return {
    add(items: readonly string[]): void {
      if (items.length === 0) return
      add(items)
      setTimeout(() => add(items), again).unref()
    },
    isFull: () => waiting.size >= mostWaiting,
    /** Resolves when nothing is being sent. */
    idle: async () => running,
  }
}
