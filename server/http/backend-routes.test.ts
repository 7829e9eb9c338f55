import { rpcs } from '@hot/domain/contract/rpcs'
import { expect, it, test, vi } from 'vitest'
import { sendRaw } from '../../tests/support/server/stub-server.ts'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { changesPages, isOwnOrigin, type Upgrade } from './backend-routes.ts'

test.each([
  ['POST', '/rest/v1/rpc/delete_own_post', 'soon'],
  ['POST', '/rest/v1/rpc/update_post', 'soon'],
  ['POST', '/rest/v1/rpc/delete_own_account', 'soon'],
  ['POST', '/rest/v1/rpc/update_own_profile', 'soon'],
  ['POST', '/rest/v1/rpc/set_nickname', 'soon'],
  ['POST', '/rest/v1/rpc/archive_post_before_delete', 'at once'],
  ['POST', '/rest/v1/rpc/moderate_case', 'at once'],
  ['POST', '/rest/v1/rpc/admin_set_rumor_status', 'at once'],
  ['DELETE', '/rest/v1/comments', 'soon'],
  ['PATCH', '/rest/v1/comments', 'soon'],
  ['PATCH', '/rest/v1/community_posts', 'soon'],
  ['POST', '/rest/v1/moderation_actions', 'at once'],
])('%s %s purges the page cache %s', (method, path, when) => {
  expect(changesPages(method, path)).toBe(when)
})

test.each([
  ['GET', '/rest/v1/rpc/post_page'],
  ['POST', '/rest/v1/rpc/create_post'],
  ['POST', '/rest/v1/rpc/viewer_posts'],
  ['POST', '/rest/v1/comments'],
  ['POST', '/rest/v1/post_reactions'],
  ['DELETE', '/rest/v1/post_reactions'],
  ['POST', '/rest/v1/rpc/set_star_votes'],
  ['POST', '/rest/v1/rpc/remove_push_device'],
  ['POST', '/rest/v1/rpc/delete_nothing_known'],
  ['DELETE', '/storage/v1/object/avatars'],
])('%s %s may wait', (method, path) => {
  expect(changesPages(method, path)).toBeUndefined()
})

/** Staff writes that do not change guests' pages. */
const unseen = ['admin_create_invite', 'admin_end_sessions', 'admin_prepare_invitation', 'admin_switch_invite']

test('all changes by staff purge at once', () => {
  const staffWrites = Object.entries(rpcs).filter(
    ([name, traits]) => /^(admin|moderate|archive)_/.test(name) && 'writes' in traits,
  )
  expect(staffWrites.length).toBeGreaterThan(30)
  const notAtOnce = staffWrites.filter(([, traits]) => !('purges' in traits && traits.purges === true))
  expect(notAtOnce.map(([name]) => name).sort()).toEqual(unseen)
})

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
