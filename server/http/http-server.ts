import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { plainHeaders, plainPage } from '../pages/plain-page.ts'
import type { AddressOf, Upgrade } from '../wire/client-address.ts'
import { holdRefusals } from '../wire/held-refusals.ts'
import { causeLine, type RequestLog } from '../wire/request-log.ts'
import { isApiTarget, type Refusal, readPageTarget, refuseApiTarget } from '../wire/request-target.ts'
import { currentTimes, type RequestTimes, timing } from '../wire/request-times.ts'
import { securityHeaders, strictTransport } from '../wire/security-headers.ts'
import { asksForRealtime } from './backend-routes.ts'

/** Room for a 100 kB search term, so that it gets a German error page instead of a closed connection. */
const maxHeaderSize = 160 << 10
const headersTimeout = 20_000
const requestTimeout = 60_000
/** Longer than the idle time of common proxies, so that the proxy closes first. */
const keepAliveTimeout = 65_000

export type WebServerOptions = {
  fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>
  addressOf: AddressOf
  /** Whether this visitor uses https, see `httpsTest`. */
  isHttps: (socketAddress: string | undefined, proto: string | string[] | undefined) => boolean
  requests: RequestLog
  /** Names and values of headers added to every response. */
  siteHeaders?: readonly string[]
  /** Handles an upgrade request. */
  upgrade: Upgrade
  hostname: string
}

const apiMessages: Readonly<Record<number, string>> = {
  400: 'Die Adresse ist nicht lesbar.',
  414: 'Die Adresse ist zu lang.',
}

function refuse(outgoing: ServerResponse, target: string, { status }: Refusal): void {
  const isApi = isApiTarget(target)
  const body = isApi ? JSON.stringify({ message: apiMessages[status] }) : plainPage(status)
  outgoing
    .writeHead(
      status,
      isApi ? { 'content-type': 'application/json', 'access-control-allow-origin': '*' } : plainHeaders,
    )
    .end(body)
}

/** RFC 9112, 3.2: with two Host headers a proxy and a server could read different ones and mean different sites. */
const namesTwoHosts = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1

function refusalOf(target: string, incoming: IncomingMessage): Refusal | undefined {
  if (namesTwoHosts(incoming)) return { status: 400 }
  if (isApiTarget(target)) return refuseApiTarget(target)
  const read = readPageTarget(target)
  return 'status' in read ? read : undefined
}

/** Answers to what the HTTP parser rejects, by the code of its error; 400 for all others. */
const brokenAnswers: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/**
 * Answers requests that the HTTP parser rejects, unless the client has closed the connection. Browsers open connections
 * ahead of need: one on which nothing was asked in time is closed without a word, which the next request on it, if it is
 * sent at that moment, would take for its answer.
 */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
  if (isUnused || error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, reason] = brokenAnswers[error.code ?? ''] ?? [400, 'Bad Request']
  const body = plainPage(status)
  const headers = {
    ...securityHeaders,
    ...plainHeaders,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join('')}\r\n${body}`)
}

/** In bytes. What a client of ours sends beyond an answer is read to its end, so that it hears the answer. */
const mostUnread = 1 << 20

/** Whoever is refused and goes on sending megabytes would fill the memory with what nobody reads. */
function endRefused(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const announced = Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  if (outgoing.statusCode >= 400 && !incoming.complete && announced > mostUnread) incoming.socket.destroySoon()
}

/** Node's HTTP server around the app: request ids, common headers, hostile URLs, and one log line per failure. */
export function createWebServer(options: WebServerOptions): Server {
  const { fetch, addressOf, isHttps, requests, siteHeaders = [], upgrade, hostname } = options
  const held = holdRefusals(fetch, addressOf)
  const noteReady = (response: Response): Response => {
    const times = currentTimes()
    if (times) times.readyAt = performance.now()
    return response
  }
  const respond = (request: Request, env: HttpBindings) => {
    const response = held(request, env)
    return response instanceof Promise ? response.then(noteReady) : noteReady(response)
  }
  const answer = getRequestListener((request, env) => respond(request, env as HttpBindings), {
    hostname,
    // Called for an invalid Host header only: `refusalOf` has checked the request target.
    errorHandler: () => new Response(plainPage(400), { status: 400, headers: plainHeaders }),
  })

  const transportHeaders = ({ socket, headers }: IncomingMessage): readonly string[] =>
    isHttps(socket.remoteAddress, headers['x-forwarded-proto']) ? ['strict-transport-security', strictTransport] : []

  function prepare(id: string, incoming: IncomingMessage, outgoing: ServerResponse): RequestTimes {
    outgoing.setHeader('x-request-id', id)
    for (const name in securityHeaders) outgoing.setHeader(name, securityHeaders[name] ?? '')
    const more = [...siteHeaders, ...transportHeaders(incoming)]
    for (let at = 0; at < more.length; at += 2) outgoing.setHeader(more[at] ?? '', more[at + 1] ?? '')
    return requests.watch(id, incoming, outgoing)
  }

  const server = createServer(
    { maxHeaderSize, headersTimeout, requestTimeout, keepAliveTimeout, shouldUpgradeCallback: asksForRealtime },
    (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const id = randomUUID()
      const times = prepare(id, incoming, outgoing)
      outgoing.once('finish', () => endRefused(incoming, outgoing))
      const target = incoming.url ?? ''
      const refusal = refusalOf(target, incoming)
      if (refusal) return refuse(outgoing, target, refusal)
      timing(times, () => answer(incoming, outgoing)).catch((error: unknown) => {
        requests.note(incoming, causeLine(error))
        outgoing.destroy()
      })
    },
  )
  server.on('clientError', answerBroken)
  server.on('upgrade', upgrade)
  return server
}
