import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from './database/engine.ts'
import type { Limits } from './database/limits.ts'
import type { Log } from './log.ts'
import { words } from './words.ts'

/** A replica that is further behind answers nobody: what was removed has to disappear within the age of a page. */
const MOST_LAG_MS = 2_000
/**
 * Without a word of the server for this long it is away, and so is the site: an answer of the replica would look like its
 * return. Not less, because a busy server answers a look late, and then the replica is needed most.
 */
const MOST_UNPROVEN_MS = 10_000
const LOOK_EVERY_MS = 500
/** How often somebody who waits for the replica looks. */
const WAIT_MS = 20
/** A replica that stands still for hours is no further behind for every look: the oldest mark tells. */
const MOST_MARKS = 100
const LIMITS: Limits = { statement: 2_000, turn: 2_000 }

/** A replica by streaming (a hot standby) of the server, for what guests read. */
export type Replica = {
  engine: Engine
  /** Whether it may answer now: it is there, a replica, and at most two seconds behind. */
  isFresh(): boolean
  /** How far it is behind, in ms; undefined while nobody knows. */
  lag(): number | undefined
  /** Resolves once it has everything that is committed now, or does not answer anybody any more. Never fails. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** A place in the write-ahead log, `16/B374D848` (pg_lsn), as a number. */
function place(lsn: unknown): bigint {
  const [high = '0', low = '0'] = String(lsn).split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

const written = async (primary: Engine): Promise<bigint> => {
  const { rows } = await primary.session((session) => session.query('select pg_current_wal_lsn()::text as lsn'), LIMITS)
  return place(rows[0]?.lsn)
}

/** The place up to which the replica shows everything; undefined: it is none, or was promoted. */
async function replayed(replica: Engine): Promise<bigint | undefined> {
  const { rows } = await replica.session(
    (session) => session.query('select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn()::text as lsn'),
    LIMITS,
  )
  return rows[0]?.follows === true ? place(rows[0].lsn) : undefined
}

type Mark = { at: number; place: bigint }

/**
 * Watches a replica. How far it is behind is measured by this process's own clock: places of the server's log are noted with
 * the time at which they were seen, and the oldest that the replica has not reached is its lag. `pg_last_xact_replay_timestamp`
 * would compare two machines' clocks, and grows while nothing is written.
 */
export function openReplica(primary: Engine, engine: Engine, log: Log, now = () => performance.now()): Replica {
  const marks: Mark[] = []
  let follows = false
  let proven = Number.NEGATIVE_INFINITY
  let told: boolean | undefined
  const stop = new AbortController()

  const lag = () => (follows ? (marks[0] ? now() - marks[0].at : 0) : undefined)
  const isFresh = () => follows && (lag() ?? 0) <= MOST_LAG_MS && now() - proven <= MOST_UNPROVEN_MS

  async function look(): Promise<void> {
    const at = now()
    const end = await written(primary).catch(() => undefined) // away: others tell the operator
    if (end !== undefined && marks.at(-1)?.place !== end) marks.push({ at, place: end })
    if (end !== undefined) proven = at
    if (marks.length > MOST_MARKS) marks.splice(1, 1)
    const reached = await replayed(engine).catch(() => undefined)
    follows = reached !== undefined
    if (reached !== undefined) while (marks[0] && marks[0].place <= reached) marks.shift()
  }

  function tell(): void {
    const fresh = isFresh()
    if (fresh === told) return
    if (told !== undefined || !fresh)
      log(fresh ? words.log.replicaAnswers : words.log.replicaSilent, fresh ? 'info' : 'warn')
    told = fresh
  }

  async function watch(): Promise<void> {
    while (!stop.signal.aborted) {
      await look()
      tell()
      await pause(LOOK_EVERY_MS, undefined, { signal: stop.signal, ref: false }).catch(() => {}) // closed
    }
  }
  const watching = watch()

  async function caughtUp(): Promise<void> {
    if (!isFresh()) return
    try {
      const end = await written(primary)
      while (isFresh()) {
        const reached = await replayed(engine)
        if (reached === undefined || reached >= end) return
        await pause(WAIT_MS, undefined, { ref: false })
      }
    } catch {
      // Either is away: the watch has noticed or will, and whoever waited goes on.
    }
  }

  return {
    engine,
    isFresh,
    lag,
    caughtUp,
    close: async () => {
      stop.abort()
      await watching
      await engine.close()
    },
  }
}
