import net from 'node:net'

/**
 * A network in front of a server that can lose what it carries. `silence` swallows what existing connections send, in both
 * directions, and tells neither end; `lost`: new connections as well, which are accepted but carry nothing.
 */
export async function silentNetwork(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const pairs = new Set<[net.Socket, net.Socket]>()
  let isLost = false

  const carry = (from: net.Socket, to: net.Socket, pair: [net.Socket, net.Socket]) => {
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.on('close', () => {
      to.destroy()
      pairs.delete(pair)
    })
  }
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname)
    const pair: [net.Socket, net.Socket] = [client, upstream]
    pairs.add(pair)
    carry(client, upstream, pair)
    carry(upstream, client, pair)
    if (isLost) swallow(pair)
  })
  const swallow = ([client, upstream]: [net.Socket, net.Socket]) => {
    client.unpipe(upstream)
    upstream.unpipe(client)
    // Acknowledged and thrown away: the sender's system has no reason to give up.
    client.resume()
    upstream.resume()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as net.AddressInfo).port)
  return {
    url: url.href,
    connections: () => pairs.size,
    silence: () => {
      for (const pair of pairs) swallow(pair)
    },
    lose: () => {
      isLost = true
      for (const pair of pairs) swallow(pair)
    },
    close: async () => {
      for (const sockets of pairs) for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
