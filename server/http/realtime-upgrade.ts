import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** The backend's answer to an upgrade; it takes over the socket in any case. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** The one address that is upgraded, as supabase-js asks for it. */
const realtimePath = '/realtime/v1/websocket'

/** Pages of the native shells (Capacitor's defaults for iOS and Android). */
export const shellOrigins = new Set(['capacitor://localhost', 'https://localhost'])

/** Whether a request asks for the socket; everything else that names an `Upgrade` is answered as if it had not. */
export function asksForRealtime({ url = '', headers }: IncomingMessage): boolean {
  const path = url.split('?', 1)[0]
  return path === realtimePath && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Whether a page of ours asks: this site, this very host under another name of the machine, or a shell. A socket knows no
 * CORS, so a foreign page could open one. A program that is no browser sends no origin; its token decides.
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

/** Hands sockets to the backend in this process. Without one (Supabase elsewhere) there is nothing to upgrade to. */
export function realtimeUpgrade(upgrade: Upgrade | undefined, siteUrl: string): Upgrade {
  return (request, socket, head) => {
    if (!upgrade || !asksForRealtime(request)) return refuse(socket, '404 Not Found')
    const { origin, host } = request.headers
    if (!isOwnOrigin(origin, host, siteUrl)) return refuse(socket, '403 Forbidden')
    upgrade(request, socket, head)
  }
}
