import { expect, test } from 'vitest'
import { minuteCounter, watchProcess } from './minute-counter.ts'
import { serverCounts } from './server-counts.ts'

const calm = () => ({ loopP99: 3, loopMax: 9, cpu: 12, rss: 400 })

function counted() {
  const counts = serverCounts()
  const counter = minuteCounter(counts, calm, () => 7)
  const answer = (path: string, ms: number, status = 200, page?: 'cached' | 'uncached') =>
    counter.answered({ method: 'GET', path, status, ms, page })
  return { counts, counter, answer }
}

test('requests are told apart by kind, pages by whether the cache had them, with times of each', () => {
  const { counter, answer } = counted()
  for (let ms = 1; ms <= 100; ms += 1) answer('/stars', ms, 200, 'uncached')
  for (let at = 0; at < 40; at += 1) answer('/stars', 0.4, 200, 'cached')
  answer('/rest/v1/rpc/star_page', 60_000)
  answer('/auth/v1/token', 30, 400)
  answer('/trashtalk.rss', 5, 200, 'cached')
  answer('/_live/posts/a', 2, 200, 'cached')
  answer('/og/star/a.png', 9)
  answer('/favicon.ico', 1)
  const { kinds, requests, p50, p95 } = counter.take()
  expect(kinds).toEqual({
    page_uncached: { n: 100, p50: 50, p95: 95 },
    page_cached: { n: 40, p50: 1, p95: 1 },
    rpc: { n: 1, p50: expect.closeTo(60_000, -3), p95: expect.closeTo(60_000, -3) },
    auth: { n: 1, p50: 30, p95: 30 },
    feed: { n: 1, p50: 5, p95: 5 },
    live: { n: 1, p50: 2, p95: 2 },
    picture: { n: 1, p50: 9, p95: 9 },
    file: { n: 1, p50: 1, p95: 1 },
  })
  expect({ requests, p50, p95 }).toEqual({ requests: 146, p50: 29, p95: 94 })
})

test('statuses are counted once each, refusals for now apart from faults', () => {
  const { counter, answer } = counted()
  for (const status of [200, 204, 304, 301, 404, 401, 429, 429, 500, 502, 503]) answer('/x', 1, status)
  answer('/x', 2001)
  expect(counter.take()).toMatchObject({ requests: 12, ok: 5, wrong: 2, failed: 2, refused: 3, slow: 1, unlogged: 7 })
})

test('database, queue, sockets, jobs and mails are those of this minute; the next one begins anew', () => {
  const { counts, counter, answer } = counted()
  counts.jobs.run = 5
  counts.mails.failed = 1
  counts.rendersWaitingMost = 40
  counts.rendersWaiting = 2
  counts.sockets = 3
  for (let at = 0; at < 20; at += 1) counts.times.statement.note(10)
  counts.times.session.note(2500)
  counts.times.delivered.note(120)
  answer('/stars', 5)
  expect(counter.take()).toMatchObject({
    ...{ queue: 40, sockets: 3, jobs: 5, jobsFailed: 0, mailsSent: 0, mailsFailed: 1 },
    ...{
      statements: 20,
      databaseMs: 200,
      statementP95: 10,
      statementMax: 10,
      live: 1,
      liveP95: expect.closeTo(120, -1),
    },
    ...{ sessionP95: expect.closeTo(2500, -2), sessionMax: expect.closeTo(2500, -2), ...calm() },
  })
  counts.jobs.run = 6
  expect(counter.take()).toMatchObject({
    ...{ requests: 0, p95: 0, ok: 0, queue: 2, sockets: 3, jobs: 1, mailsFailed: 0 },
    ...{
      statements: 0,
      databaseMs: 0,
      statementP95: 0,
      statementMax: 0,
      sessionP95: 0,
      sessionMax: 0,
      live: 0,
      liveP95: 0,
      kinds: {},
    },
  })
})

test('the process says what it had: memory, CPU since the last look, and how late its work was', async () => {
  const look = watchProcess()
  // Two turns of the loop lie around the work, as the delay is measured between them.
  await new Promise((resolve) => setTimeout(resolve, 40))
  for (const until = performance.now() + 300; performance.now() < until; );
  await new Promise((resolve) => setTimeout(resolve, 40))
  const { loopP99, cpu, rss } = look()
  expect(loopP99).toBeGreaterThan(200)
  expect(cpu).toBeGreaterThan(3)
  expect(rss).toBeGreaterThan(20)
})

test('one stall is the longest delay, although 99 of 100 looks were in time', async () => {
  const look = watchProcess()
  // Some hundred looks around one stall.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  for (const until = performance.now() + 400; performance.now() < until; );
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { loopMax } = look()
  expect(loopMax).toBeGreaterThan(350)
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(look().loopMax).toBeLessThan(350)
})
