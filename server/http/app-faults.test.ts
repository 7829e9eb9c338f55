import { connect } from 'node:net'
import { networkTurns } from '@hot/embedded/wire/network-turns'
import { describe, expect, it } from 'vitest'
import { sendRaw, stubPage } from '../../tests/support/server/stub-server.ts'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { BackendAway } from '../link/backend-watch.ts'

const start = stubServers()

describe('hostile addresses', () => {
  it.each(['/%', '/stars/%ff', '/stars/%00', '/%c0%ae%c0%ae/etc/passwd', '/..%5c..%5cx', '/a%0d%0aSet-Cookie:%20x'])(
    '%s is refused in German without a render',
    async (path) => {
      const { get, rendered, lines } = await start()
      const response = await get(path)
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('Diese Adresse stimmt nicht')
      expect(rendered).toEqual([])
      expect(lines).toEqual([])
    },
  )

  it('an endless search term gets a German 414', async () => {
    const { get, rendered } = await start()
    const response = await get(`/stars?q=${'x'.repeat(100_000)}`)
    expect(response.status).toBe(414)
    expect(await response.text()).toContain('Diese Adresse ist zu lang')
    expect(rendered).toEqual([])
    const api = await get(`/rest/v1/rpc/search_all?p_query=${'x'.repeat(100_000)}`)
    expect(api.status).toBe(414)
    expect(await api.json()).toEqual({ message: 'Die Adresse ist zu lang.' })
  })

  it.each([
    ['an address beyond all limits', `GET /?q=${'x'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['raw letters', 'GET /st\u00e4rs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['another site as target', 'GET http://evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    ['no HTTP', 'hallo\r\n\r\n', 400],
    [
      'a body with two ends',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: x\r\nCookie: a=b\r\nConnection: close\r\n\r\n', 405],
  ])('%s is answered in German', async (_, bytes, status) => {
    const { port, rendered, lines } = await start()
    const answer = await sendRaw(port, bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toContain('<html lang="de">')
    expect(rendered).toEqual([])
    expect(lines).toEqual([])
  })
})

describe('a connection whose time is up', () => {
  /** Opens one, sends `bytes`, and lets the parser give up on it. Returns what comes back. */
  const givenUp = async (bytes: string) => {
    const { server, port } = await start()
    const { promise, resolve } = Promise.withResolvers<string>()
    server.once('connection', (accepted) => {
      const giveUp = () =>
        server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), accepted)
      if (bytes) accepted.once('data', () => setImmediate(giveUp))
      else setImmediate(giveUp)
    })
    let received = ''
    const socket = connect(port, '127.0.0.1', () => bytes && socket.write(bytes))
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
    return promise
  }

  it('is closed without a word when nothing was asked on it: a browser may be about to use it', async () => {
    expect(await givenUp('')).toBe('')
  })

  it('is told that its request is late when half of it came', async () => {
    expect(await givenUp('GET /st')).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*Das hat zu lange gedauert/)
  })
})

describe('failures', () => {
  it('of the database are a German 503 and one log line for any number of requests', async () => {
    const { get, lines } = await start({
      send: () => Promise.reject(new Error('connect ECONNREFUSED')),
      renderPage: () => Promise.reject(new BackendAway('gone')),
    })
    const response = await get('/stars?q=x')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const html = await response.text()
    expect(html).toContain('Gerade antwortet HoT nicht')
    expect(html).toContain('href="/stars?q=x">Erneut versuchen')
    await Promise.all(Array.from({ length: 20 }, () => get('/')))
    expect(lines).toEqual([])
  })

  it('of the renderer are a German 500 and one log line with the id of the answer', async () => {
    const { get, lines } = await start({ renderPage: () => Promise.reject(new Error('kaputt\nzweite Zeile')) })
    const response = await get('/stars?q=geheim')
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('Ein unerwarteter Fehler ist aufgetreten.')
    expect(lines).toEqual([`500 GET /stars [${response.headers.get('x-request-id')}] kaputt zweite Zeile`])
  })

  it('that the app shows itself are passed on and not cached', async () => {
    let made = 0
    const { get, lines } = await start({
      renderPage: async () => ({ ...(await stubPage(`Fehler ${++made}`, 500)), problems: { failure: 'XX000' } }),
    })
    expect(await (await get('/')).text()).toBe('Fehler 1')
    expect(await (await get('/')).text()).toBe('Fehler 2')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('XX000')
  })

  it('of too many at once are a 503', async () => {
    const slow = Promise.withResolvers<void>()
    const { get } = await start({
      queue: networkTurns({ running: 1, runningPerNetwork: 1, waiting: 1, waitingPerNetwork: 1 }),
      renderPage: () => slow.promise.then(() => stubPage('langsam')),
    })
    const waiting = [get('/a'), get('/b')]
    const statuses = await Promise.all([get('/c'), get('/d')].map(async (response) => (await response).status))
    slow.resolve()
    expect([...statuses, ...(await Promise.all(waiting)).map(({ status }) => status)].sort()).toEqual([
      200, 200, 503, 503,
    ])
  })
})
