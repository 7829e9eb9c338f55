import { randomInt } from 'node:crypto'
import type { Minute } from '@hot/domain/monitoring/minute'
import { atMost, inTime } from '@hot/embedded/in-time'
import { causeLine, type Log, minuteFields } from '../wire/request-log.ts'
import type { MinuteCounter } from './minute-counter.ts'

const MINUTE = 60_000
/** In ms: timers may wake a little early, and a minute must not get two rows. */
const LATER = 20
/** Minutes that wait for a database that is away. */
export const mostWaiting = 15
/** In ms. A locked table or a busy database is asked again a minute later. */
const PATIENCE = 10_000
/** In ms. A server that stops does not wait for a database that is silent: the last minute is not worth it. */
const LEAVE_WITHIN = 1_000

/** A minute on its way to where it is kept. `at`: its beginning, as an ISO instant. */
export type KeptMinute = { at: string; minute: Minute }

/** Tells processes on one database apart, and one from itself before a restart; it says nothing of the machine. */
const ourselves = randomInt(2 ** 31)

/** Minutes as `note_server_minutes` takes them. */
export const minuteRows = (minutes: readonly KeptMinute[]) => ({
  process: ourselves,
  rows: minutes.map(({ at, minute }) => ({ at, ...minuteFields(minute) })),
})

export type MinuteOptions = {
  counter: Pick<MinuteCounter, 'take'>
  /** Writes the line of the minute. */
  write: (minute: Minute) => void
  /** How many mails wait. Rejects without the database; absent where they wait elsewhere. */
  mailsWaiting?: (() => Promise<number>) | undefined
  /** Keeps minutes; may be called again with one that is kept already. Absent: they are only written. */
  keep?: ((minutes: readonly KeptMinute[]) => Promise<unknown>) | undefined
  log: Log
}

const late = () => new Error('keine Antwort in 10 s')

/** Minutes until they are kept: some of them outlast a database that is away, what is older is dropped and counted. */
function waitingMinutes({ keep, log }: Pick<MinuteOptions, 'keep' | 'log'>) {
  let waiting: KeptMinute[] = []
  let lost = 0
  let isFailing = false

  async function store(): Promise<void> {
    const rows = waiting
    if (!keep || rows.length === 0) return
    try {
      await inTime(keep(rows), PATIENCE, late)
      waiting = waiting.filter((row) => !rows.includes(row))
      isFailing = false
    } catch (error) {
      if (!isFailing) log(`Die Zahlen der letzten Minute ließen sich nicht aufbewahren: ${causeLine(error)}`, 'warn')
      isFailing = true
    }
  }
  return {
    add: (at: number, counted: Omit<Minute, 'lost'>): Minute => {
      const minute = { ...counted, lost }
      lost = 0
      if (!keep) return minute
      waiting.push({ at: new Date(at).toISOString(), minute })
      // A minute that is dropped hands what it counted as lost on to the next one.
      for (const { minute: dropped } of waiting.splice(0, Math.max(0, waiting.length - mostWaiting)))
        lost += dropped.lost + 1
      return minute
    },
    store,
  }
}

/**
 * Writes and keeps what each minute was like, outside every request. The returned function ends that with what there is
 * of the present minute, before the database is closed.
 */
export function startMinutes({ counter, write, mailsWaiting, keep, log }: MinuteOptions): () => Promise<void> {
  const minutes = waitingMinutes({ keep, log })
  let since = Date.now()
  let timer: NodeJS.Timeout
  let storing: Promise<void> = Promise.resolve()

  async function end(at: number, counted: ReturnType<MinuteCounter['take']>): Promise<void> {
    const asked = mailsWaiting ? inTime(mailsWaiting(), PATIENCE, late).catch(() => null) : null
    write(minutes.add(at, { ...counted, mailsWaiting: await asked }))
    await minutes.store()
  }
  function take(): Promise<void> {
    const at = Math.floor(since / MINUTE) * MINUTE
    since = Date.now()
    const counted = counter.take()
    // Whoever asked for the one before has its failure.
    storing = storing.catch(() => {}).then(() => end(at, counted))
    return storing
  }
  function schedule(): void {
    const next = MINUTE - (Date.now() % MINUTE) + LATER
    timer = setTimeout(() => {
      schedule()
      take().catch((error: unknown) => log(`Die letzte Minute ließ sich nicht zählen: ${causeLine(error)}`, 'error'))
    }, next).unref()
  }
  schedule()
  return async () => {
    clearTimeout(timer)
    await atMost(take(), LEAVE_WITHIN)
  }
}
