import { afterEach, describe, expect, it } from 'vitest'
import { sendRaw, startStubServer } from '../../tests/support/server/stub-server.ts'
import { keptPages } from './cached-pages.ts'
import { documentCache } from './document-cache.ts'

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

async function start() {
  const cache = documentCache({ maxBytes: 1 << 20 })
  const all = keptPages(cache)
  const short: string[] = []
  const kept = {
    ...all,
    send: (...args: Parameters<typeof all.send>) => {
      const sent = all.send(...args)
      if (sent) short.push(args[0].url ?? '')
      return sent
    },
  }
  const server = await startStubServer({ cache, kept, trustedProxies: ['127.0.0.1'] })
  running.push(server)
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(server.url + path, { method, headers: { 'accept-encoding': 'br', ...headers } })
  return { ...server, cache, short, get }
}

/** Headers that may differ between two answers with the same page. */
function comparable(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => !['x-request-id', 'date', 'cache-status'].includes(name))
}

describe('the short way', () => {
  it('answers a kept page as the whole way does, with an id of its own', async () => {
    const { get, short } = await start()
    const https = { 'x-forwarded-proto': 'https' }
    const made = await get('/stars?utm_source=x', https)
    const kept = await get('/stars?utm_source=x', https)
    expect(short).toEqual(['/stars?utm_source=x'])
    expect(kept.headers.get('cache-status')).toBe('hot; hit')
    expect(comparable(kept.headers)).toEqual(comparable(made.headers))
    expect(kept.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(kept.headers.get('x-request-id')).not.toBe(made.headers.get('x-request-id'))
    expect(await kept.text()).toBe(await made.text())
  })

  it('knows nothing of a page that was purged', async () => {
    const { get, short, cache, rendered } = await start()
    await get('/stars')
    cache.purge('/stars')
    expect((await get('/stars')).headers.get('cache-status')).toBe('hot; fwd=miss')
    expect(short).toEqual([])
    expect(rendered).toEqual(['/stars', '/stars'])
  })

  it('is not taken by what is conditional, not read, never kept, or in another encoding', async () => {
    const { get, short } = await start()
    const { headers } = await get('/stars')
    expect((await get('/stars', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
    expect((await get('/stars', {}, 'HEAD')).status).toBe(200)
    expect((await get('/stars', {}, 'POST')).status).toBe(405)
    await get('/stars?q=anna')
    await get('/stars?q=anna')
    expect((await get('/stars', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip')
    expect(short).toEqual([])
  })

  it('keeps the connection usable for the next request', async () => {
    const { get, port, short } = await start()
    await get('/', { 'accept-encoding': 'identity' })
    const request = 'GET / HTTP/1.1\r\nHost: x\r\n'
    const answer = await sendRaw(port, `${request}\r\n${request}Connection: close\r\n\r\n`)
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
    expect(short).toEqual(['/', '/'])
  })
})
