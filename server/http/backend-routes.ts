import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { unknownFailure } from '@hot/domain/network/refusals'
import type { Context, Handler } from 'hono'
import { answeredReason, type BackendWatch, isOutage } from '../link/backend-watch.ts'
import { type GatewayFetch, pageChanges } from '../pages/page-changes.ts'
import type { PageChange } from '../pages/page-purge.ts'
import type { Env, Upgrade } from '../wire/client-address.ts'
import { causeLine, oneLine, type RequestLog } from '../wire/request-log.ts'

export type GatewayOptions = {
  fetch: GatewayFetch
  requests: RequestLog
  watch: BackendWatch
  /** Called after a write that changes what guests see. */
  onPageChange: (change: PageChange) => void
}

const away = (c: Context) =>
  c.json(
    { code: 'HOT_AWAY', message: 'Die Datenbank ist gerade nicht erreichbar. Versuch es gleich noch einmal.' },
    503,
    {
      'retry-after': '5',
    },
  )

/** A cache that keeps what a session was answered may give it to anybody: RFC 9111 forbids that, and nginx does it. */
function keptBySession(request: Request, response: Response): Response {
  const keeping = response.headers.get('cache-control') ?? 'no-store'
  if (!request.headers.has('authorization') || /no-store|private/.test(keeping)) return response
  const headers = new Headers(response.headers)
  headers.set('cache-control', `private, ${keeping.replace(/\bpublic, */, '')}`)
  return new Response(response.body, { status: response.status, headers })
}

/** Passes `/rest/v1`, `/auth/v1` and `/storage/v1` to the local backend, together with the socket's address. */
export function gatewayRoute({ fetch, requests, watch, onPageChange }: GatewayOptions): Handler<Env> {
  const changes = pageChanges(fetch)
  return async (c) => {
    const { incoming, outgoing } = c.env
    // The native shells call from another origin and must be able to read the errors sent from here too.
    outgoing.setHeader('access-control-allow-origin', '*')
    const remoteAddress = incoming.socket.remoteAddress ?? ''
    let response: Response
    try {
      const changeBy = changes(c.req.raw, remoteAddress)
      response = await fetch(c.req.raw, { remoteAddress })
      const change = await changeBy(response)
      if (change) onPageChange(change)
    } catch (error) {
      requests.note(incoming, causeLine(error))
      return c.json({ message: unknownFailure }, 500)
    }
    if (response.status < 500) return keptBySession(c.req.raw, response)
    const reason = oneLine(await answeredReason(response))
    if (response.status < 502 || !(await isOutage(response))) {
      requests.note(incoming, reason)
      return response
    }
    watch.reportOutage(reason)
    requests.hush(incoming)
    return away(c)
  }
}

/** The only path that is upgraded, as supabase-js requests it. */
const realtimePath = '/realtime/v1/websocket'

/** Origins of the native shells' pages (Capacitor's defaults for iOS and Android). */
export const shellOrigins = new Set(['capacitor://localhost', 'https://localhost'])

/** Whether a request is a realtime upgrade; any other `Upgrade` header is ignored. */
export function asksForRealtime({ url = '', headers }: IncomingMessage): boolean {
  const path = url.split('?', 1)[0]
  return path === realtimePath && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Whether the request comes from one of our pages: this site, the same host under another name, or a shell. CORS does
 * not apply to sockets, so a foreign page could open one. Non-browser clients send no origin; their token decides.
 */
export function isOwnOrigin(origin: string | undefined, host: string | undefined, siteUrl: string): boolean {
  if (origin === undefined || shellOrigins.has(origin)) return true
  if (!URL.canParse(origin)) return false
  const { origin: tidy, host: named } = new URL(origin)
  return tidy === new URL(siteUrl).origin || named === host?.toLowerCase()
}

function refuse(socket: Duplex, status: '403 Forbidden' | '404 Not Found'): void {
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
}

/** Passes sockets to the backend in this process. Without one (remote Supabase) upgrades are not supported. */
export function realtimeUpgrade(upgrade: Upgrade | undefined, siteUrl: string): Upgrade {
  return (request, socket, head) => {
    if (!upgrade || !asksForRealtime(request)) return refuse(socket, '404 Not Found')
    const { origin, host } = request.headers
    if (!isOwnOrigin(origin, host, siteUrl)) return refuse(socket, '403 Forbidden')
    upgrade(request, socket, head)
  }
}
