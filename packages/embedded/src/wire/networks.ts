import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** `::ffff:10.0.0.1` is how a dual-stack socket writes the IPv4 address 10.0.0.1. */
export const plainAddress = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Tests whether an address is in one of the networks (`10.0.0.0/8`, `::1`); malformed networks are ignored. */
export function networkTest(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.trim().split('/')
    if (isIP(address) === 0) continue
    if (bits) list.addSubnet(address, Number(bits), family(address))
    else list.addAddress(address, family(address))
  }
  return (given) => {
    const address = plainAddress(given ?? '')
    return isIP(address) !== 0 && list.check(address, family(address))
  }
}

/** Ranges whose last 32 bits are an IPv4 address: mapped (RFC 4291, 2.5.5.2) and translated by NAT64 (RFC 6052). */
const HOLDS_IPV4 = ['ipv4Mapped', 'rfc6052']

/** The subscriber's network (/64) and its provider's assignment around it (/48); no `site` for IPv4. */
export type Network = { network: string; site?: string }

/**
 * The network that limits count: an IPv4 address, or the /64 of an IPv6 address, because a subscriber chooses the other
 * 64 bits freely (RFC 4291, 2.5.4). `site` is the /48 around it, the largest assignment a subscriber usually gets
 * (RFC 6177). Anything that is not an address is a network by itself.
 */
export function networkOf(given: string): Network {
  const address = plainAddress(given)
  if (isIP(address) !== 6) return { network: address }
  const parsed = ipaddr.IPv6.parse(address.replace(/%.*$/, '')) // without the zone of a link-local address
  if (HOLDS_IPV4.includes(parsed.range()))
    return { network: new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString() }
  const groups = parsed.parts.map((group) => group.toString(16))
  return { network: `${groups.slice(0, 4).join(':')}::/64`, site: `${groups.slice(0, 3).join(':')}::/48` }
}

/**
 * What is around a network: `near` is what one customer of a data centre or a line gets at most (/24, /48), `range` what
 * one provider has (/16, /32). Who has many networks mostly has them there.
 */
export function surroundingsOf(given: string): { near: string; range: string } {
  const { network, site } = networkOf(given)
  if (site) return { near: site, range: `${site.split(':').slice(0, 2).join(':')}::/32` }
  if (isIP(network) !== 4) return { near: network, range: network }
  const bytes = network.split('.')
  return { near: `${bytes.slice(0, 3).join('.')}.0/24`, range: `${bytes.slice(0, 2).join('.')}.0.0/16` }
}

/** A /48 may use so many times what one of its 65,536 networks may: offices and mobile carriers, but no whole range. */
export const SITE_FACTOR = 8

/** Not all of 127.0.0.0/8: another program may listen on another of its addresses. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a URL leads to this machine by one of its usual names. */
export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.has(hostname)

/** Whether nobody on the way can read what is sent there: https, or plain http that stays on this machine. */
export function isPrivateUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}
