import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { clientAddress } from '@hot/embedded/gateway/callers'
import { networkTest } from '@hot/embedded/gateway/networks'

const loopbackNetworks = ['127.0.0.0/8', '::1']

/** Address or network of TRUSTED_PROXIES; `loopback` stands for both loopback networks. Undefined: invalid. */
export function proxyNetworks(entry: string): string[] | undefined {
  if (entry === 'loopback') return loopbackNetworks
  const [address = '', bits, ...rest] = entry.split('/')
  if (isIP(address) === 0 || rest.length > 0) return undefined
  const longest = isIP(address) === 6 ? 128 : 32
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= longest)) return undefined
  return [entry]
}

/** For socket addresses only: headers cannot make a client local. */
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

/** True when the Host header names this machine; a foreign name that resolves to it is a rebinding attack. */
export function namesLoopback(host: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || isLoopback(name)
}

/** The visitor's address. Asked for only where it is needed: most pages come from the cache. */
export type AddressOf = (request: Request, env: HttpBindings) => string

/** The address of the socket, or what trusted proxies say of it. */
export function visitorAddress(trustedProxies: readonly string[]): AddressOf {
  const addressOf = clientAddress(trustedProxies)
  return (request, { incoming }) => addressOf(request, incoming.socket.remoteAddress ?? '')
}

type Header = string | string[] | undefined

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
