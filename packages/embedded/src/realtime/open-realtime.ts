import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Engine } from '../database/engine.ts'
import type { Keys } from '../keys/keys.ts'
import type { Log } from '../log.ts'
import type { Platform } from '../platform/platform.ts'
import { CHANNEL } from '../processes.ts'
import { networkLimiter } from '../wire/callers.ts'
import { networkOf, SITE_FACTOR } from '../wire/networks.ts'
import { type Callers, keyCaller, openCallers } from './caller.ts'
import { Connection } from './connection.ts'
import { Dispatcher } from './dispatcher.ts'
import { type Following, followChanges } from './follow-changes.ts'
import { versionOf } from './frames.ts'
import { REALTIME_LIMITS, type RealtimeLimits } from './limits.ts'
import type { PublishedTable } from './publication.ts'
import { Subscriptions } from './subscriptions.ts'
import { installTriggers } from './triggers.ts'

/** `GET /realtime/v1/websocket` with `Upgrade: websocket`, and nothing else. */
export type Realtime = {
  /** Answers an upgrade: opens the socket or refuses with a status. Takes over `socket` in any case. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Sockets that are open. */
  readonly size: number
  /** Hangs up on all clients, who will come back, and takes no more. The second call waits for the first. */
  close(): Promise<void>
}

export type RealtimeOptions = {
  engine: Engine
  platform: Platform
  keys: Keys
  addressOf: (request: Request, remoteAddress: string) => string
  limits?: Partial<RealtimeLimits> | undefined
  /**
   * Tables (`schema.name`) for which it may be decided once for everybody of a role who sees a row. Their policies, and all
   * that these call or read, know the caller only through functions that fail on claims that are no JSON (`auth.uid()`,
   * `auth.jwt()`, …), and swallow no error. Default: none.
   */
  decidedOnce?: readonly string[] | undefined
  onDelivered?: ((ms: number) => void) | undefined
  log: Log
}

const SWEEP_MS = 1_000
/** Sessions end by a row of the queue; where there is none, no later than this. */
const SESSIONS_EVERY_MS = 30_000
/** RFC 6455, 7.4.1: "going away". */
const GOING_AWAY = 1001

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

function refuse(socket: Duplex, status: number): void {
  const extra = status === 429 || status === 503 ? 'retry-after: 10\r\n' : ''
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\n${extra}content-length: 0\r\nconnection: close\r\n\r\n`)
}

/** The part of a request that says from where it comes, in the shape the other services read it. */
function asRequest({ headers }: IncomingMessage, url: URL): Request {
  const forwarded = headers['x-forwarded-for']
  return new Request(url, forwarded ? { headers: { 'x-forwarded-for': String(forwarded) } } : {})
}

/** The open sockets, and whether there is room for one more. */
function openConnections(limits: RealtimeLimits) {
  const open = new Set<Connection>()
  const connects = networkLimiter({ times: limits.connectsPerMinute, seconds: 60 })
  return {
    open,
    /** The status that refuses a socket from this address; 0: there is room. */
    refusal: (address: string): number => {
      if (open.size >= limits.sockets) return 503
      const { network, site } = networkOf(address)
      const isFull = (here: readonly Connection[], factor: number) =>
        here.length >= limits.socketsPerNetwork * factor ||
        here.filter(({ member }) => member === undefined).length >= limits.guestSocketsPerNetwork * factor
      const all = [...open]
      if (
        isFull(
          all.filter((other) => other.network.network === network),
          1,
        )
      )
        return 429
      if (
        site &&
        isFull(
          all.filter((other) => other.network.site === site),
          SITE_FACTOR,
        )
      )
        return 429
      return connects.take(address) > 0 ? 429 : 0
    },
    admit: (connection: Connection, member: string): boolean => {
      if (connection.member === member) return true
      const others = [...open].filter((other) => other !== connection && other.member === member)
      if (others.length >= limits.socketsPerMember) return false
      connection.member = member
      return true
    },
  }
}

type Connections = ReturnType<typeof openConnections>

/** Ends the sockets whose key is no longer valid, and the channels whose session is over. */
async function endRevoked({ open }: Connections, callers: Callers, keys: Keys): Promise<void> {
  await keys.refresh('now')
  for (const connection of open) connection.checkKey()
  const channels = [...open].flatMap((connection) => [...connection.channels])
  const sessions = [...new Set(channels.flatMap(({ caller }) => caller.sessionId ?? []))]
  const held = await callers.held(sessions)
  for (const channel of channels)
    if (channel.caller.sessionId && !held.has(channel.caller.sessionId))
      channel.shutDown('The session of this token has ended')
}

type Parts = { connections: Connections; callers: Callers; subscriptions: Subscriptions; crowd: number }

/** Reads what the triggers queue and delivers it, and ends what is over, until it is stopped. */
async function deliverChanges(parts: Parts, options: RealtimeOptions): Promise<Following> {
  const { connections, callers, subscriptions, crowd } = parts
  const { engine, platform, keys, log } = options
  const onAuth = () => endRevoked(connections, callers, keys)
  const dispatcher = new Dispatcher({
    engine,
    owner: platform.owner,
    crowd,
    subscriptions,
    onAuth,
    onDelivered: options.onDelivered,
    log,
  })
  const following = await followChanges({
    engine,
    owner: platform.owner,
    isWatched: () => connections.open.size > 0,
    told: (notices) => dispatcher.told(notices),
    lost: () => {
      dispatcher.lookAtSessions()
      dispatcher.missed()
    },
    log,
  })
  const lookAtSessions = () => dispatcher.lookAtSessions()
  const stopListening = await engine.listen(CHANNEL, { notified: lookAtSessions, restored: lookAtSessions })
  const sweeping = setInterval(() => {
    for (const connection of connections.open) connection.sweep()
  }, SWEEP_MS)
  const checking = setInterval(() => dispatcher.lookAtSessions(), SESSIONS_EVERY_MS)
  sweeping.unref()
  checking.unref()
  const stop = async () => {
    clearInterval(sweeping)
    clearInterval(checking)
    const closing = [...connections.open].map((connection) => connection.close(GOING_AWAY, 'Restarting'))
    await Promise.all(closing)
    await Promise.all([following.stop(), stopListening()])
    await dispatcher.stop()
  }
  return { caughtUp: following.caughtUp, stop }
}

/** Installs the triggers, follows the changes, and answers sockets. */
export async function openRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { engine, platform, keys, log } = options
  const limits = { ...REALTIME_LIMITS, ...options.limits }
  const published = await installTriggers(engine, platform.owner, platform.hosted)
  const isDecidedOnce = ({ schema, name }: PublishedTable) =>
    options.decidedOnce?.includes(`${schema}.${name}`) === true
  const subscriptions = new Subscriptions(published.map((table) => ({ ...table, decidedOnce: isDecidedOnce(table) })))
  const callers = openCallers(engine, platform.auth, keys)
  const connections = openConnections(limits)
  const { caughtUp, stop } = await deliverChanges({ connections, callers, subscriptions, crowd: limits.crowd }, options)
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  let closed: Promise<void> | undefined

  return {
    get size() {
      return connections.open.size
    },
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      const url = new URL(request.url ?? '', 'http://in.process')
      const version = versionOf(url.searchParams.get('vsn'))
      const key = url.searchParams.get('apikey') ?? String(request.headers.apikey ?? '')
      const role = keys.roleOf(key)
      if (closed) return refuse(socket, 503)
      if (!role) return refuse(socket, 401)
      if (!version) return refuse(socket, 400)
      const address = options.addressOf(asRequest(request, url), request.socket.remoteAddress ?? '')
      const status = connections.refusal(address)
      if (status > 0) return refuse(socket, status)
      server.handleUpgrade(request, socket, head, (opened) => {
        const connection = new Connection({
          socket: opened,
          line: socket,
          version,
          own: keyCaller(role),
          keyIsValid: () => keys.roleOf(key) === role,
          network: networkOf(address),
          limits,
          callers,
          subscriptions,
          caughtUp,
          admit: connections.admit,
          log,
        })
        connections.open.add(connection)
        opened.on('close', () => connections.open.delete(connection))
      })
    },
    close: () => (closed ??= stop()),
  }
}
