import { expect, it, vi } from 'vitest'
import { sendRaw } from '../../tests/support/server/stub-server.ts'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import type { Upgrade } from '../wire/client-address.ts'
import { isOwnOrigin } from './backend-routes.ts'

const start = stubServers()

const path = '/realtime/v1/websocket?apikey=k&vsn=2.0.0'
const ask = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: hot.example', 'Connection: Upgrade', ...headers, '', ''].join('\r\n')
const toSocket = 'Upgrade: websocket'
const accepted: Upgrade = (_, socket) => void socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')

it('passes sockets of our pages, the shells and programs to the backend', async () => {
  const upgrade = vi.fn(accepted)
  const { port } = await start({ upgrade })
  const own = [[], ['Origin: https://hot.example'], ['Origin: capacitor://localhost'], ['Origin: https://localhost']]
  for (const origin of own) expect(await sendRaw(port, ask(path, toSocket, ...origin))).toMatch(/^HTTP\/1\.1 101 /)
  expect(upgrade).toHaveBeenCalledTimes(own.length)
  expect(upgrade.mock.calls[0]?.[0].url).toBe(path)
})

it.each(['https://evil.example', 'https://hot.example.evil.example', 'null', 'nonsense'])(
  'refuses a page of %s',
  async (origin) => {
    const upgrade = vi.fn(accepted)
    const { port } = await start({ upgrade })
    expect(await sendRaw(port, ask(path, toSocket, `Origin: ${origin}`))).toMatch(/^HTTP\/1\.1 403 /)
    expect(upgrade).not.toHaveBeenCalled()
  },
)

it('accepts the other names of this machine', () => {
  expect(isOwnOrigin('http://localhost:3000', 'localhost:3000', 'http://127.0.0.1:3000')).toBe(true)
  expect(isOwnOrigin('http://localhost:3001', 'localhost:3000', 'http://127.0.0.1:3000')).toBe(false)
})

it('opens no socket when Supabase is elsewhere, nor at any other path', async () => {
  const { port } = await start()
  expect(await sendRaw(port, ask(path, toSocket))).toMatch(/^HTTP\/1\.1 404 /)
  const withBackend = await start({ upgrade: accepted })
  for (const other of ['/realtime/v1/websocketx', '/realtime/v1', '/', '/rest/v1/stars'])
    expect(await sendRaw(withBackend.port, ask(other, 'Connection: close', toSocket))).not.toMatch(/^HTTP\/1\.1 101 /)
})

it('answers a page as usual to requests for another protocol', async () => {
  const { url } = await start({ upgrade: accepted })
  const port = Number(new URL(url).port)
  const answer = await sendRaw(port, ask('/', 'Connection: close', 'Upgrade: h2c'))
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})
