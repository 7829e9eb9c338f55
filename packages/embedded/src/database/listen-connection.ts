import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Listener } from './engine.ts'

/** How often the line is tried, and how long an answer may take: a line that is cut says nothing by itself. */
const LOOK_EVERY_MS = 10_000
const ANSWER_WITHIN_MS = 5_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

type Line = { client: pg.Client; broken: Promise<void> }

async function openLine(url: string, channel: string, { notified }: Listener): Promise<Line> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    application_name: 'embedded listen',
  })
  const broken = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  client.on('notification', ({ payload }) => notified(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  } catch (error) {
    await client.end().catch(() => {}) // the first error is the one to tell
    throw error
  }
  return { client, broken }
}

/** Ends when the line is dead, by its own word or because it answers no more. */
async function untilBroken({ client, broken }: Line): Promise<void> {
  const looking = setInterval(() => {
    client.query('select 1').catch(() => client.end().catch(() => {}))
  }, LOOK_EVERY_MS)
  looking.unref()
  await broken
  clearInterval(looking)
}

/** `LISTEN` on a connection of its own, opened anew after every break, with growing pauses of at most five seconds. */
export async function listenOn(
  url: string,
  channel: string,
  listener: Listener,
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  let stopped = false
  let line = await openLine(url, channel, listener)

  const reopened = async (): Promise<void> => {
    for (let wait = FIRST_PAUSE_MS; !stopped; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        line = await openLine(url, channel, listener)
        return
      } catch {
        await pause(wait, undefined, { ref: false }) // the requests meanwhile say that the database is away
      }
    }
  }
  const keep = async (): Promise<void> => {
    for (;;) {
      await untilBroken(line)
      if (stopped) return
      log('Live-Aktualisierung: Verbindung zur Datenbank unterbrochen.')
      await reopened()
      if (stopped) return void (await line.client.end().catch(() => {}))
      listener.restored()
    }
  }
  keep().catch((error: unknown) => log(`Live-Aktualisierung steht still: ${String(error)}`))
  return async () => {
    stopped = true
    await line.client.end().catch(() => {}) // it may be broken already, which is as good
  }
}
