import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { atMost } from '../in-time.ts'
import type { Log } from '../log.ts'
import { words } from '../words.ts'
import { type Listener, reasonOf } from './engine.ts'

/** An idle connection whose other end is gone ends after this and ten further seconds without an answer (libuv). */
const KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * A connection that can be ended without the other side: PostgreSQL's own goodbye waits for an answer, which a server
 * behind a broken network never gives.
 */
export class Line extends pg.Client {
  readonly #socket: net.Socket
  #hungUp = false

  constructor(config?: pg.ClientConfig) {
    const socket = new net.Socket()
    super({ ...config, ...KEEPALIVE, stream: () => socket })
    this.#socket = socket
  }

  /** Whether this side ended it. */
  get isHungUp(): boolean {
    return this.#hungUp
  }

  /** Ends the connection at once. Statements under way fail. */
  hangUp(): void {
    this.#hungUp = true
    this.#socket.destroy()
  }
}

/** How often an idle listener is probed, and how long an answer may take: a broken connection is not reported otherwise. */
const LOOK_EVERY_MS = 10_000
const ANSWER_WITHIN_MS = 5_000
const GOODBYE_WITHIN_MS = 1_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/** `purpose` is shown in `pg_stat_activity`. */
const newLine = (url: string, purpose: string): Line =>
  new Line({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    application_name: `embedded ${purpose}`,
  })

type Listening = { line: Line; broken: Promise<void> }

async function openListening(url: string, channel: string, { notified }: Listener): Promise<Listening> {
  const line = newLine(url, 'listen')
  const broken = new Promise<void>((resolve) => {
    line.on('error', () => resolve())
    line.on('end', () => resolve())
  })
  line.on('notification', ({ payload }) => notified(payload ?? ''))
  try {
    await line.connect()
    await line.query(`listen ${pg.escapeIdentifier(channel)}`)
  } catch (error) {
    line.hangUp()
    throw error
  }
  return { line, broken }
}

/** Ends when the line is dead, by its own word or because it answers no more. */
async function untilBroken({ line, broken }: Listening): Promise<void> {
  const looking = setInterval(() => {
    line.query('select 1').catch(() => line.hangUp())
  }, LOOK_EVERY_MS)
  looking.unref()
  await broken
  clearInterval(looking)
}

/** `LISTEN` on a separate connection, reopened after every break, with growing pauses of at most five seconds. */
export async function listenOn(
  url: string,
  channel: string,
  listener: Listener,
  log: Log,
): Promise<() => Promise<void>> {
  let stopped = false
  let current = await openListening(url, channel, listener)

  const reopened = async (): Promise<void> => {
    for (let wait = FIRST_PAUSE_MS; !stopped; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        current = await openListening(url, channel, listener)
        return
      } catch {
        await pause(wait, undefined, { ref: false }) // the requests meanwhile say that the database is away
      }
    }
  }
  const keep = async (): Promise<void> => {
    for (;;) {
      await untilBroken(current)
      if (stopped) return
      log(words.log.notificationsBroken(channel), 'warn')
      await reopened()
      if (stopped) return current.line.hangUp()
      listener.restored()
    }
  }
  keep().catch((error: unknown) => log(words.log.notificationsMissing(channel, reasonOf(error)), 'error'))
  return async () => {
    stopped = true
    await atMost(current.line.end(), GOODBYE_WITHIN_MS)
    current.line.hangUp()
  }
}

/** The lock of a database under which its processes start one at a time. */
const START_LOCK = `hashtext('embedded start')`
const ASK_EVERY_MS = 250

/** Runs `work` while this process holds the lock, on a separate connection; waits as long as another one holds it. */
export async function aloneOn<T>(url: string, work: () => Promise<T>, log: Log): Promise<T> {
  const line = newLine(url, 'start')
  line.on('error', () => {}) // the work has other connections, and fails with them
  const isMine = async () => {
    const { rows } = await line.query<{ mine: boolean }>(`select pg_try_advisory_lock(${START_LOCK}) as mine`)
    return rows[0]?.mine === true
  }
  try {
    await line.connect()
    if (!(await isMine())) {
      log(words.log.waitsForStart)
      while (!(await isMine())) await pause(ASK_EVERY_MS)
    }
    return await work()
  } finally {
    await atMost(line.end(), GOODBYE_WITHIN_MS)
    line.hangUp()
  }
}

/** Processes that start at once would change the same row of the catalogue. */
const ROLE_LOCK = `hashtext('embedded role')`

/** Sets defaults for later sessions of this role in this database, which needs no further rights. */
export async function alterOwnRole(url: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const line = newLine(url, 'start')
  line.on('error', () => {}) // the statement fails with it
  try {
    await line.connect()
    await line.query('begin')
    await line.query(`select pg_advisory_xact_lock(${ROLE_LOCK})`)
    const { rows } = await line.query<{ name: string }>('select current_database() as name')
    const place = `alter role current_user in database ${pg.escapeIdentifier(rows[0]?.name ?? '')}`
    for (const [name, value] of Object.entries(settings))
      await line.query(`${place} set ${name} = ${value.split(',').map(pg.escapeLiteral).join(', ')}`)
    await line.query('commit')
  } finally {
    await atMost(line.end(), GOODBYE_WITHIN_MS)
    line.hangUp()
  }
}
