import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { inTime } from '@hot/embedded/in-time'
import { StartFailure } from '../commands/start-failure.ts'

/** The names of the settings for port and host. */
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

/** Starts listening and returns the port, which the system chooses for 0. Throws StartFailure, which names the settings. */
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

/** Checks that the port is free before the database is opened, to fail fast. */
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

export type Health = { status: 'ok' | 'unavailable' | 'draining'; database: 'ok' | 'unavailable'; version: string }

/** Monitors poll often; the database is queried at most this often. */
const rememberedFor = 1_000
/** A healthy database answers in a few milliseconds; who asks waits no longer for one that has a statement to finish. */
const waitFor = 100
/** Longer than a visitor's or member's statement may take and the database to come back after it: that is no outage. */
const answerWithin = 10_000

/**
 * Whether the database answers. Never throws, and never waits for the database: while its answer is due, the one before
 * stands.
 */
export function healthCheck(probe: () => Promise<unknown>, version: string, clock: () => number = Date.now) {
  // The server starts only once its database has answered.
  let known: Health = { status: 'ok', database: 'ok', version }
  let asking: Promise<void> | undefined
  let since = Number.NEGATIVE_INFINITY

  async function ask(): Promise<void> {
    try {
      await inTime(probe(), answerWithin, () => new Error('late'))
      known = { status: 'ok', database: 'ok', version }
    } catch {
      // The reason is logged by the request that needed the database.
      known = { status: 'unavailable', database: 'unavailable', version }
    } finally {
      asking = undefined
    }
  }

  return async (): Promise<Health> => {
    if (!asking && clock() - since >= rememberedFor) {
      since = clock()
      asking = ask()
    }
    if (asking) await Promise.race([asking, pause(waitFor, undefined, { ref: false })])
    return known
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
    /** Continues serving for `milliseconds`, or until `enough` is aborted. */
    begin: async (server: Server, milliseconds: number, enough?: AbortSignal): Promise<void> => {
      begun = true
      server.prependListener('request', (_incoming, outgoing) => {
        outgoing.shouldKeepAlive = false
      })
      if (milliseconds === 0 || enough?.aborted) return
      await pause(milliseconds, undefined, enough && { signal: enough }).catch((error: Error) => {
        if (error.name !== 'AbortError') throw error
      })
    },
  }
}

/** Requests that take longer than this (ms) are aborted, so that shutdown completes. */
const finishWithin = 10_000
const lookEvery = 50

/** Takes no new connections, lets running requests finish, and closes those that idle. */
export async function stopServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), lookEvery)
  const late = setTimeout(() => server.closeAllConnections(), finishWithin)
  server.closeIdleConnections()
  await closed
  clearInterval(idle)
  clearTimeout(late)
}
