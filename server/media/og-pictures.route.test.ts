import { describe, expect, it } from 'vitest'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { freshFor, staleFor } from '../pages/document-cache.ts'
import { visitorAddress } from '../wire/client-address.ts'
import { requestLog } from '../wire/request-log.ts'
import { pictureRoute } from './og-pictures.ts'

const start = stubServers()

/** A server whose pictures are plain text. `state.text`: the content in the database; `state.now`: the clock. */
async function serve() {
  const state = { text: 'one' as string | null, now: 1_000_000, drawn: [] as string[] }
  const pictures = pictureRoute({
    draw: async (kind, key) => {
      state.drawn.push(`${kind}/${key}`)
      return state.text === null ? new Response('gone', { status: 404 }) : new Response(state.text)
    },
    requests: requestLog(() => {}),
    log: () => {},
    addressOf: visitorAddress([]),
    clock: () => state.now,
  })
  const gateway = async () => new Response(null, { status: 204 })
  const { get } = await start({ pictures, gateway })
  return { state, get }
}

describe('pictures', () => {
  it('are rendered once for all versions, and answer 304', async () => {
    const { state, get } = await serve()
    const first = await get('/og/post/a.png?v=1')
    expect(await first.text()).toBe('one')
    expect(first.headers.get('content-encoding')).toBeNull()
    const again = await get('/og/post/a.png?v=2', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect(state.drawn).toEqual(['post/a'])
  })

  it('are removed a minute after their subject', async () => {
    const { state, get } = await serve()
    await get('/og/post/a.png')
    state.text = null
    expect((await get('/og/post/a.png')).status).toBe(200)
    state.now += freshFor + staleFor
    expect((await get('/og/post/a.png')).status).toBe(404)
  })

  it('are removed at once when it is removed through this server', async () => {
    const { state, get } = await serve()
    await get('/og/post/a.png')
    state.text = null
    await get('/rest/v1/rpc/delete_own_post', {}, 'POST')
    expect((await get('/og/post/a.png')).status).toBe(404)
  })

  it('are limited per address, with a German text and Retry-After; cached ones do not count', async () => {
    const { state, get } = await serve()
    await get('/og/star/kept.png')
    for (let index = 1; index < 60; index += 1) expect((await get(`/og/star/s${index}.png`)).status).toBe(200)
    const refused = await get('/og/star/more.png')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('Versuch es gleich noch einmal')
    expect((await get('/og/star/kept.png')).status).toBe(200)
    state.now += 1_000
    expect((await get('/og/star/more.png')).status).toBe(200)
  })

  it('have short names that end in .png', async () => {
    const { state, get } = await serve()
    for (const path of ['/og/post/a', '/og/post/.png', '/og/post/a.jpg', `/og/post/${'a'.repeat(201)}.png`])
      expect((await get(path)).status).toBe(404)
    expect((await get('/og/post/a.png', {}, 'POST')).status).toBe(405)
    expect(state.drawn).toEqual([])
  })
})
