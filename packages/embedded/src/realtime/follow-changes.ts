import { type Engine, reasonOf } from '../database/engine.ts'
import { atMost } from '../in-time.ts'
import type { Log } from '../log.ts'
import { words } from '../words.ts'
import { cleanChanges, KEPT_SECONDS, type Notice, placeNow, readChanges } from './change-queue.ts'

/** How often is looked while somebody is connected, and while nobody is. */
const LOOK_EVERY_MS = 100
const IDLE_LOOK_EVERY_MS = 5_000
/** How long a look may still take once nobody is told any more. */
const FINISH_WITHIN_MS = 2_000

export type FollowOptions = {
  engine: Engine
  owner: string
  /** Whether anybody would be told. */
  isWatched: () => boolean
  /** Both are called in the order of commits; `lost` before what follows it. */
  told: (notices: readonly Notice[]) => void
  lost: () => void
  log: Log
}

export type Following = {
  /** Resolves once everything is read that was committed before the call, or could not be read. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

/**
 * Reads the queue from now on, until it is stopped. While the database is away nothing is read; what
 * was committed meanwhile is read afterwards. Fails when the first place cannot be read.
 */
export async function followChanges(options: FollowOptions): Promise<Following> {
  const { engine, owner, isWatched, told, lost, log } = options
  let place = await placeNow(engine, owner)
  let lookedAt = performance.now()
  let cleanedAt = performance.now()
  let isAway = false
  let looking: Promise<void> | undefined

  const look = async (): Promise<void> => {
    const now = performance.now()
    const batch = await readChanges(engine, owner, place)
    place = batch.place
    lookedAt = now
    if (isAway) log(words.log.realtimeBack)
    isAway = false
    if (batch.lost) lost()
    if (batch.notices.length > 0) told(batch.notices)
    if (now - cleanedAt < KEPT_SECONDS * 1_000) return
    cleanedAt = now
    await cleanChanges(engine, owner)
  }
  const failed = (error: unknown) => {
    if (!isAway) log(words.log.realtime(reasonOf(error)), 'warn')
    isAway = true
  }
  const lookOnce = (): Promise<void> => {
    looking ??= look()
      .catch(failed)
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  const timer = setInterval(() => {
    if (isWatched() || performance.now() - lookedAt > IDLE_LOOK_EVERY_MS) void lookOnce()
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    caughtUp: async () => {
      // A look under way may have begun before.
      await looking
      await lookOnce()
    },
    stop: async () => {
      clearInterval(timer)
      if (looking) await atMost(looking, FINISH_WITHIN_MS)
    },
  }
}
