import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { askProxy } from './ask-outside.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** As HoT answers without a key: uploads, sockets, and sockets that were made ordinary requests. */
function hot(): Server {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(request.method === 'POST' ? 401 : 426, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n'))
  servers.push(server)
  return server
}

async function addressOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a site whose proxy passes everything on has nothing to mend', async () => {
  expect(await askProxy(await addressOf(hot()))).toEqual({ takesSockets: true })
})

test('a proxy that takes the wish for a socket away is seen', async () => {
  const server = hot()
  server.removeAllListeners('upgrade')
  expect(await askProxy(await addressOf(server))).toEqual({ takesSockets: false })
})

test('a proxy with a bound of its own is seen, and one that HoT has is not', async () => {
  const bounded = (type: string) => {
    const server = createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(413, { 'content-type': type }).end('too large'))
    })
    servers.push(server)
    return addressOf(server)
  }
  expect(await askProxy(await bounded('text/html'))).toEqual({ refusesBytes: 2 * 1024 ** 2 })
  expect(await askProxy(await bounded('application/json'))).toEqual({})
})

test('where nobody answers nothing is said', async () => {
  expect(await askProxy('http://127.0.0.1:1')).toEqual({})
})
