import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { sendRaw } from '../../tests/support/server/stub-server.ts'
import { stubServers } from '../../tests/support/server/stub-servers.ts'

const start = stubServers()
const head = (bytes: number) =>
  `PUT /storage/v1/object/a/b HTTP/1.1\r\nHost: hot.example\r\nContent-Length: ${bytes}\r\n\r\n`

it('does not read to its end what somebody goes on sending after a refusal', async () => {
  const { port, server } = await start()
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const client = connect(port, '127.0.0.1')
  client.on('error', () => {}) // the server has hung up while we write
  const bytes = 40_000_000
  client.write(head(bytes))
  client.write(Buffer.alloc(bytes))
  client.resume()
  const [socket] = await accepted
  if (!socket.closed) await once(socket, 'close')
  expect(socket.bytesRead).toBeLessThan(bytes / 4)
})

it('answers a small one, and keeps its connection', async () => {
  const { port } = await start()
  const last = 'GET /health HTTP/1.1\r\nHost: hot.example\r\nConnection: close\r\n\r\n'
  const answers = await sendRaw(port, `${head(5)}hallo${last}`)
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200'])
})
