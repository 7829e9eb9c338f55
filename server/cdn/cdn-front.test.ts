import { expect, it, vi } from 'vitest'
import { stubPage } from '../../tests/support/server/stub-server.ts'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { cdnFront, handedOut, marksOf } from './cdn-front.ts'
import { purgeQueue } from './purge-queue.ts'

const start = stubServers()
const token = 'ein-langes-geheimnis'
const rows = ['0a0a0a0a-0000-4000-8000-000000000001', '0b0b0b0b-0000-4000-8000-000000000002'] as const
const now = async () => {}

it('pages carry tags of their rows where a cache forgets by them, and purges name those', async () => {
  const sent: (readonly string[])[] = []
  const sender = { most: 30, send: async (tags: readonly string[]) => void sent.push(tags) }
  const front = cdnFront({ purge: { url: 'http://127.0.0.1:1', token, by: 'tag' }, log: () => {}, sender })
  const many = Array.from({ length: 101 }, (_, n) => `${(n + 0x10000000).toString(16)}-0000-4000-8000-000000000001`)
  const { get, purge } = await start({
    front,
    renderPage: (href) => stubPage(`<p>${href === '/news' ? many.join() : rows.join()}`),
  })
  expect((await get('/stars')).headers.get('cache-tag')).toBe('pages,0a0a0a0a,0b0b0b0b')
  expect((await get('/news')).headers.get('cache-tag')).toBe('pages,crowded')
  purge([rows[1]])
  await front.idle()
  purge('all')
  await front.idle()
  expect(sent).toEqual([['crowded', '0b0b0b0b'], ['pages']])
})

it('nothing is shared of what changed while it was made, was asked for with a session, or is no page', async () => {
  const front = cdnFront({ log: () => {} })
  const slow = Promise.withResolvers<void>()
  const { get, purge } = await start({
    front,
    renderPage: async (href) => {
      if (href === '/formate') await slow.promise
      return stubPage(`<p>${rows[0]}`, href === '/weg' ? 404 : 200)
    },
  })
  const keeping = async (answer: Response | Promise<Response>) => (await answer).headers.get('cache-control')
  expect(await keeping(get('/stars'))).toContain('s-maxage=10')
  expect(await keeping(get('/stars', { authorization: 'Bearer x' }))).toBe('no-cache')
  expect(await keeping(get('/stars?q=frei'))).toBe('no-cache')
  expect(await keeping(get('/weg'))).toBe('no-cache')
  const late = get('/formate')
  await get('/health')
  purge([rows[0]])
  slow.resolve()
  expect(await keeping(late)).toBe('no-cache')
  // A browser would set its clock by what a cache has kept.
  expect((await get('/stars')).headers.get('server-timing')).toBeNull()
})

it('without a cache in front everything is as ever, and no header asks for anything', async () => {
  const { get } = await start()
  const { headers } = await get('/stars', { 'hot-purge': token })
  expect([headers.get('cache-control'), headers.get('hot-purged')]).toEqual(['no-cache', null])
  expect(headers.get('server-timing')).toMatch(/^clock;dur=/)
})

it('what a session is answered is private, however long the backend would have it kept', async () => {
  const { get } = await start({
    gateway: async () => new Response('x', { headers: { 'cache-control': 'max-age=3600' } }),
  })
  const kept = async (headers: Record<string, string>) =>
    (await get('/storage/v1/object/a', headers)).headers.get('cache-control')
  expect(await kept({ authorization: 'Bearer x' })).toBe('private, max-age=3600')
  expect(await kept({})).toBe('max-age=3600')
})

it('a cache that does not answer is asked five times, then everything is given up with one line and no secret', async () => {
  const lines: string[] = []
  const send = vi.fn(async () => {
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') })
  })
  const pauses: number[] = []
  const queue = purgeQueue(
    { most: 1, send },
    { log: (line) => lines.push(line), pause: async (ms) => void pauses.push(ms) },
  )
  queue.add(['a', 'b', 'c'])
  await queue.idle()
  expect(send).toHaveBeenCalledTimes(5)
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000])
  expect(lines).toEqual([
    'Der Cache vor HoT vergisst 3 Einträge nicht (connect ECONNREFUSED 127.0.0.1:1): Dort bleiben sie bis zu 60 s.',
  ])
})

it('one request at a time, each thing once, and again two seconds later', async () => {
  vi.useFakeTimers()
  try {
    const sent: string[] = []
    let running = 0
    const send = async (items: readonly string[]) => {
      expect(++running).toBe(1)
      await now()
      sent.push(...items)
      running -= 1
    }
    const queue = purgeQueue({ most: 2, send }, { log: () => {} })
    queue.add(['a', 'b', 'c'])
    queue.add(['a', 'd'])
    await queue.idle()
    expect(sent.toSorted()).toEqual(['a', 'a', 'b', 'c', 'd'])
    sent.length = 0
    await vi.advanceTimersByTimeAsync(2_000)
    await queue.idle()
    expect([...new Set(sent)].toSorted()).toEqual(['a', 'b', 'c', 'd'])
  } finally {
    vi.useRealTimers()
  }
})

it('what was handed out is known until its time is over, and what has to make room is told', () => {
  let time = 0
  const handed = handedOut(2, () => time)
  const [one, two] = rows.map((row) => marksOf(new Set([row])))
  if (!one || !two) throw new Error('two rows have marks')
  expect(handed.note('/a', one, 100)).toBeUndefined()
  expect(handed.note('/b', two, 100)).toBeUndefined()
  expect(handed.note('/a', one, 100)).toBeUndefined()
  expect(handed.note('/c', two, 100)).toBe('/b')
  expect(handed.take([rows[1]])).toEqual(['/c'])
  expect(handed.take([rows[1]])).toEqual([])
  time = 100
  expect(handed.take('all')).toEqual([])
})
