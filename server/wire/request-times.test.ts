import { networkTurns } from '@hot/embedded/wire/network-turns'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubPage } from '../../tests/support/server/stub-server.ts'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { documentCache } from '../pages/document-cache.ts'
import type { RequestLine } from './request-log.ts'
import { spend } from './request-times.ts'

const start = stubServers()

/** A clock that only the rendering moves on: the server takes no time of its own. */
let now = 0
beforeEach(() => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => void vi.restoreAllMocks())

async function lineOf(renderPage: () => ReturnType<typeof stubPage>) {
  const lines: RequestLine[] = []
  const { get } = await start({ renderPage, request: (line) => lines.push(line) })
  await (await get('/stars')).text()
  return lines
}

test('a locked table, too little CPU and a full queue look different', async () => {
  const [locked] = await lineOf(async () => {
    now += 2900
    spend('statement', 2900)
    return stubPage('<p>')
  })
  expect(locked?.spent).toMatchObject({ queue: 0, session: 0, statement: 2900, render: 0, send: 0 })
  const [busy] = await lineOf(async () => {
    now += 2900
    spend('statement', 20)
    return stubPage('<p>')
  })
  expect(busy?.spent).toMatchObject({ queue: 0, session: 0, statement: 20, render: 2880 })
  const [sessions] = await lineOf(async () => {
    now += 2900
    spend('session', 2890)
    spend('statement', 10)
    return stubPage('<p>')
  })
  expect(sessions?.spent).toMatchObject({ queue: 0, session: 2890, statement: 10, render: 0 })
})

test('the wait for a rendering is the queue, and all who wait for one rendering get its parts', async () => {
  const lines: RequestLine[] = []
  const first = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const cache = documentCache({ maxBytes: 1 << 20 })
  let asking = 0
  const { get } = await start({
    cache: {
      ...cache,
      get: (...call) => {
        asking += 1
        if (asking === 3) asked.resolve()
        return cache.get(...call)
      },
    },
    queue: networkTurns({ running: 1, runningPerNetwork: 1, waiting: 9, waitingPerNetwork: 9 }),
    renderPage: async (href) => {
      if (href === '/') await first.promise
      if (href === '/') now += 3000
      else spend('statement', 7)
      return stubPage('<p>')
    },
    request: (line) => lines.push(line),
  })
  const answers = ['/', '/stars', '/stars'].map((path) => get(path))
  await asked.promise
  first.resolve()
  for (const answer of answers) await (await answer).text()
  const waited = lines.filter(({ path }) => path === '/stars')
  expect(lines).toHaveLength(3)
  for (const { spent } of waited) expect(spent).toMatchObject({ queue: 3000, statement: 7, render: 0 })
})

test('a fast answer has no such line, and a page from the cache nobody else’s time', async () => {
  const lines = await lineOf(async () => {
    spend('statement', 7000)
    return stubPage('<p>')
  })
  expect(lines).toEqual([])
  const slow: RequestLine[] = []
  const server = await start({ request: (line) => slow.push(line) })
  await (await server.get('/')).text()
  expect(slow).toEqual([])
})
