import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What of IPv6 is given out. The rest counts as unicast too, `::/96` among it, which held addresses of IPv4. */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address is one of a public server, by IANA's registries of special addresses, in any notation. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(givenOut))
}

/** Names that are only given to machines of an own network (RFC 6761, 6762, 8375, and what ICANN keeps free for it). */
const ownNetwork = /(^|\.)(localhost|local|internal|lan|home\.arpa)\.?$/i

/** Whether a host lies outside the own network. A name without a dot lies in it, as that of a container. */
export const isOutside = (host: string): boolean =>
  isIP(host) === 0 ? host.includes('.') && !ownNetwork.test(host) : isPublicAddress(host)

/**
 * Resolves names as Node does, but only to public addresses: any other could be a machine beside this one. The connection
 * is made to the address that was checked, so that no later answer can replace it.
 */
export const publicLookup: LookupFunction = (hostname, options, done) =>
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0)
    // Where a network translates, a name has addresses of both kinds: the public ones are enough.
    const open = found.filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (!first) return done(Object.assign(new Error(`${hostname} has no public address`), { code: 'EPRIVATE' }), '', 0)
    if (options.all) return done(null, open)
    done(null, first.address, first.family)
  })
