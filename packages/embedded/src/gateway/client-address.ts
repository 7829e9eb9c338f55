import { BlockList, isIP } from 'node:net'

const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.trim().split('/')
    if (!isIP(address)) continue
    if (bits) list.addSubnet(address, Number(bits), family(address))
    else list.addAddress(address, family(address))
  }
  return list
}

/**
 * The address a request comes from. `X-Forwarded-For` counts only as far as trusted proxies (addresses or CIDR) wrote
 * it: the first untrusted entry from the right is the client. A header the client sends changes nothing.
 */
export function clientAddress(trustedProxies: readonly string[]): (request: Request, remoteAddress: string) => string {
  const trusted = listOf(trustedProxies)
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, family(address))
  return (request, remoteAddress) => {
    let client = plain(remoteAddress)
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map(plain).reverse()
    for (const hop of hops) {
      if (!isTrusted(client) || !isIP(hop)) return client
      client = hop
    }
    return client
  }
}
