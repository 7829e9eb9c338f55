import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { BuildInfo } from '@hot/domain/installation/build-name'
import { inTime } from '@hot/embedded/in-time'

/** The server cannot start. `message` is one German line with a remedy. */
export class StartFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartFailure'
  }
}

/** Names of the settings for port and host, for error messages. */
type Names = [port: string, host: string]

function explain(error: NodeJS.ErrnoException, host: string, port: number, names: Names): StartFailure {
  const [portName, hostName] = names
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} auf ${host} ist belegt. Beende das andere Programm oder nimm mit ${portName} einen anderen.`,
    EACCES: `Port ${port} ist diesem Benutzer nicht erlaubt. Nimm mit ${portName} einen ab 1024.`,
    EADDRNOTAVAIL: `Die Adresse ${host} hat dieser Rechner nicht. Prüfe ${hostName}.`,
    ENOTFOUND: `Den Rechnernamen ${host} kennt niemand. Prüfe ${hostName}.`,
  }
  return new StartFailure(
    reasons[error.code ?? ''] ?? `Port ${port} auf ${host} lässt sich nicht öffnen: ${error.message}`,
  )
}

/** Listens and returns the port, which the system chooses for 0. Throws StartFailure, which names the settings. */
export async function listen(
  server: Server,
  host: string,
  port: number,
  names: Names = ['PORT', 'HOST'],
): Promise<number> {
  const opened = Promise.withResolvers<void>()
  const refuse = (error: NodeJS.ErrnoException) => opened.reject(explain(error, host, port, names))
  server.once('error', refuse)
  server.listen(port, host, opened.resolve)
  await opened.promise
  server.off('error', refuse)
  return (server.address() as AddressInfo).port
}

/** Checks that the port is free, to fail before the database is opened; returns it. Throws StartFailure. */
export async function tryPort(host: string, port: number): Promise<number> {
  const probe = createServer()
  const found = await listen(probe, host, port)
  await new Promise((resolve) => probe.close(resolve))
  return found
}

/** URL to print: `localhost` for a server on all interfaces. */
export function localUrl(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return port === 80 ? `http://${name}` : `http://${name}:${port}`
}

export type Health = BuildInfo & { status: 'ok' | 'unavailable' | 'draining'; database: 'ok' | 'unavailable' }

/** Shortest time between two queries, in ms: monitors poll often. */
const queryEvery = 1_000
/** In ms. A free database answers sooner; a busy one, which has to finish a statement first, is not waited for. */
const waitFor = 100
/** In ms. Longer than a statement of a guest or member plus a restart of the database, which are not an outage. */
const answerWithin = 10_000

/**
 * Whether the database answers. Never throws, and waits for the database for 100 ms at most: after that it returns the
 * previous result.
 */
export function healthCheck(probe: () => Promise<unknown>, build: BuildInfo, clock: () => number = Date.now) {
  // The server starts only once its database has answered.
  let latest: Health = { status: 'ok', database: 'ok', ...build }
  let query: Promise<void> | undefined
  let since = Number.NEGATIVE_INFINITY

  async function ask(): Promise<void> {
    try {
      await inTime(probe(), answerWithin, () => new Error('late'))
      latest = { status: 'ok', database: 'ok', ...build }
    } catch {
      // The reason is logged by the request that needed the database.
      latest = { status: 'unavailable', database: 'unavailable', ...build }
    } finally {
      query = undefined
    }
  }

  return async (): Promise<Health> => {
    if (!query && clock() - since >= queryEvery) {
      since = clock()
      query = ask()
    }
    if (query) await Promise.race([query, pause(waitFor, undefined, { ref: false })])
    return latest
  }
}

/**
 * Lets a proxy drain this process before it ends. From `begin` on `/health` answers 503, so that the proxy sends new
 * requests elsewhere, and every response closes its connection, so that none stays pooled: a request on a connection
 * that closes at that moment is lost, and a proxy must not retry a write.
 */
export function draining(health: () => Promise<Health>) {
  let begun = false
  return {
    health: async (): Promise<Health> => {
      const found = await health()
      return begun ? { ...found, status: 'draining' } : found
    },
    /** Continues serving for `milliseconds`, or until `endNow` is aborted. */
    begin: async (server: Server, milliseconds: number, endNow?: AbortSignal): Promise<void> => {
      begun = true
      server.prependListener('request', (_incoming, outgoing) => {
        outgoing.shouldKeepAlive = false
      })
      if (milliseconds === 0 || endNow?.aborted) return
      await pause(milliseconds, undefined, endNow && { signal: endNow }).catch((error: Error) => {
        if (error.name !== 'AbortError') throw error
      })
    },
  }
}

/** Requests that take longer than this (ms) are aborted, so that shutdown completes. */
const finishWithin = 10_000
const closeIdleEvery = 50

/** Accepts no new connections, lets running requests finish, and closes idle connections. */
export async function stopServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), closeIdleEvery)
  const late = setTimeout(() => server.closeAllConnections(), finishWithin)
  server.closeIdleConnections()
  await closed
  clearInterval(idle)
  clearTimeout(late)
}
