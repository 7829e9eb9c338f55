import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { clientAddress } from '@hot/embedded/wire/callers'
import { networkTest } from '@hot/embedded/wire/networks'

/** What Hono's handlers know of a request beside itself: the socket it came by. */
export type Env = { Bindings: HttpBindings }

/** Handles an upgrade request; from then on the socket is the handler's. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

const loopbackNetworks = ['127.0.0.0/8', '::1']

/** The networks of one entry of TRUSTED_PROXIES; `loopback` stands for both loopback networks. Undefined: invalid. */
export function proxyNetworks(entry: string): string[] | undefined {
  if (entry === 'loopback') return loopbackNetworks
  const [address = '', bits, ...rest] = entry.split('/')
  if (isIP(address) === 0 || rest.length > 0) return undefined
  const longest = isIP(address) === 6 ? 128 : 32
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= longest)) return undefined
  return [entry]
}

/** Whether a socket's address is a loopback address. Not for addresses from headers, which a client can forge. */
export const isLoopback = networkTest(loopbackNetworks)

const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'cdn-loop',
]

/** True when any header indicates that a proxy forwarded the request. */
export function wasForwarded(headers: Readonly<Record<string, unknown>>): boolean {
  return forwardingHeaders.some((name) => headers[name] !== undefined)
}

/** True when the Host header names this machine. Another name that resolves to it is a sign of DNS rebinding. */
export function namesLoopback(host: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || isLoopback(name)
}

/** The visitor's address. Computed only when needed, since most pages come from the cache. */
export type AddressOf = (request: Request, env: HttpBindings) => string

/** Uses the address of the socket, or the one that trusted proxies report. */
export function visitorAddress(trustedProxies: readonly string[]): AddressOf {
  const addressOf = clientAddress(trustedProxies)
  return (request, { incoming }) => addressOf(request, incoming.socket.remoteAddress ?? '')
}

type Header = string | string[] | undefined

/** Whether a trusted proxy passes on this request without saying for whom: all visitors then share one address. */
export function unnamedTest(trustedProxies: readonly string[]): (request: IncomingMessage) => boolean {
  const isTrusted = networkTest(trustedProxies)
  return ({ socket, headers }) => isTrusted(socket.remoteAddress) && headers['x-forwarded-for'] === undefined
}

/** On the answer of /health where `unnamedTest` says so, for whoever asks through the proxy: the doctor. */
export const unnamedHeader = 'hot-visitor-unnamed'

/**
 * Whether the visitor uses https, as reported by a trusted proxy; the last hop counts. The backend determines the
 * visitor's address from the socket's address and the same list of proxies.
 */
export function httpsTest(
  trustedProxies: readonly string[],
): (socketAddress: string | undefined, proto: Header) => boolean {
  const isTrusted = networkTest(trustedProxies)
  return (socketAddress, proto) => {
    if (!proto || !isTrusted(socketAddress)) return false
    return [proto].flat().join(',').split(',').at(-1)?.trim().toLowerCase() === 'https'
  }
}
