import { BlockList, isIP } from 'node:net'

/** `::ffff:10.0.0.1` is how a dual-stack socket writes the IPv4 address 10.0.0.1. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const contains = (list: BlockList, address: string) => isIP(address) !== 0 && list.check(address, family(address))

/** Judged by the socket only: what a client writes into headers cannot make it local. */
export function isLoopback(socketAddress: string | undefined): boolean {
  return socketAddress !== undefined && contains(loopback, plain(socketAddress))
}

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** True when any header says that a proxy passed the request on. */
export function wasForwarded(headers: Readonly<Record<string, unknown>>): boolean {
  return forwardingHeaders.some((name) => headers[name] !== undefined)
}

/** One entry of TRUSTED_PROXIES: `loopback`, an address, or a network such as `10.0.0.0/8`. False: not understood. */
export function addProxy(list: BlockList, entry: string): boolean {
  if (entry === 'loopback') {
    list.addSubnet('127.0.0.0', 8, 'ipv4')
    list.addAddress('::1', 'ipv6')
    return true
  }
  const [address = '', bits, ...rest] = entry.split('/')
  if (isIP(address) === 0 || rest.length > 0) return false
  if (bits === undefined) {
    list.addAddress(address, family(address))
    return true
  }
  const longest = isIP(address) === 6 ? 128 : 32
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > longest) return false
  list.addSubnet(address, Number(bits), family(address))
  return true
}

/** `203.0.113.7:51000` and `[2001:db8::1]:443` are written by some proxies; anything that is no address is refused. */
function forwardedAddress(entry: string): string | undefined {
  const text = entry.trim()
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1]
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1]
  const address = plain(bracketed ?? withPort ?? text)
  return isIP(address) === 0 ? undefined : address
}

export type ProxyTrust = {
  /** The address a request came from, for throttles and logs. */
  clientAddress(socketAddress: string | undefined, forwardedFor: string | undefined): string
  /** Whether the visitor used https, as far as a trusted proxy says so. */
  isHttps(socketAddress: string | undefined, forwardedProto: string | undefined): boolean
}

/**
 * Reads `X-Forwarded-For` from the right, as long as the hop that wrote it is trusted: what a visitor
 * invents stands further left and is never reached. Without trusted proxies the socket's address counts.
 */
export function trustProxies(entries: readonly string[]): ProxyTrust {
  const trusted = new BlockList()
  for (const entry of entries) addProxy(trusted, entry)
  return {
    clientAddress(socketAddress, forwardedFor) {
      let current = plain(socketAddress ?? '')
      const hops = forwardedFor?.split(',') ?? []
      while (hops.length > 0 && contains(trusted, current)) {
        const previous = forwardedAddress(hops.pop() ?? '')
        if (!previous) break
        current = previous
      }
      return current
    },
    isHttps(socketAddress, forwardedProto) {
      if (!contains(trusted, plain(socketAddress ?? ''))) return false
      return forwardedProto?.split(',').at(-1)?.trim().toLowerCase() === 'https'
    },
  }
}
