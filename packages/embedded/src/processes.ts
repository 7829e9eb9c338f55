import type { Engine, Listener } from './database/engine.ts'
import { roleLimits } from './database/limits.ts'

/** Where servers on one database hear that rows, sessions, bans or API keys have changed. */
export const CHANNEL = 'embedded_realtime'

/** Has every server look again at sessions, bans and API keys. A command says it, whether or not there is a queue yet. */
export const TELL_AUTH = `notify ${CHANNEL}`

/** What several processes on one database say to each other, beside what the database tells all of them. */
export type Processes = {
  /** Tells all processes that listen, this one too, up to 7,999 bytes (PostgreSQL's NOTIFY). Fails if the database is away. */
  tell(channel: string, text: string): Promise<void>
  /** Listens until `close` of the backend; `channel` in lower case. */
  listen(channel: string, listener: Listener): Promise<void>
}

/**
 * A notification is a transaction of its own, which does not wait for the disk: the lock that orders notifications is held
 * until its commit, and writes that notify wait for it.
 */
const TELL = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`

/** `stop` ends the listening. */
export function openProcesses(engine: Engine): { processes: Processes; stop: () => Promise<void> } {
  const stops: (() => Promise<void>)[] = []
  return {
    processes: {
      tell: (channel, text) =>
        engine.session(
          async (session) => void (await session.query(TELL, [channel, text])),
          roleLimits('service_role'),
        ),
      listen: async (channel, listener) => void stops.push(await engine.listen(channel, listener)),
    },
    stop: async () => void (await Promise.all(stops.splice(0).map((stop) => stop()))),
  }
}
