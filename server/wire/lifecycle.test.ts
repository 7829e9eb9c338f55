import { describe, expect, it, vi } from 'vitest'
import { startStubServer } from '../../tests/support/server/stub-server.ts'
import { draining, healthCheck } from './lifecycle.ts'

const build = { version: '1.2.3', commit: 'unknown' }

async function started() {
  const drain = draining(healthCheck(async () => {}, build))
  const server = await startStubServer({ health: drain.health })
  return { server, drain }
}

it('answers 503 on /health while it still serves, and closes each connection after its answer', async () => {
  const { server, drain } = await started()
  const before = await fetch(`${server.url}/health`)
  expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive'])

  const enough = new AbortController()
  const drained = drain.begin(server.server, 60_000, enough.signal)
  const health = await fetch(`${server.url}/health`)
  expect(health.status).toBe(503)
  expect(await health.json()).toEqual({ status: 'draining', database: 'ok', ...build })
  for (const path of ['/', '/', '/robots.txt']) {
    const answer = await fetch(server.url + path)
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  }
  enough.abort()
  await drained
  await server.close()
})

it('waits as long as configured, and not at all once aborted', async () => {
  const { server, drain } = await started()
  const began = performance.now()
  await drain.begin(server.server, 120)
  expect(performance.now() - began).toBeGreaterThan(100)
  await drain.begin(server.server, 0)
  await drain.begin(server.server, 60_000, AbortSignal.abort())
  expect(performance.now() - began).toBeLessThan(30_000)
  await server.close()
})

describe('healthCheck', () => {
  it('reports whether the database answers', async () => {
    expect(await healthCheck(async () => {}, build)()).toEqual({ status: 'ok', database: 'ok', ...build })
    const down = healthCheck(() => Promise.reject(new Error('gone')), build)
    expect(await down()).toEqual({ status: 'unavailable', database: 'unavailable', ...build })
  })

  it('does not wait for a busy database, and reports it once that takes too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let isHanging = false
    const probe = () => (isHanging ? new Promise(() => {}) : Promise.resolve())
    let now = 0
    const health = healthCheck(probe, build, () => now)
    expect((await health()).status).toBe('ok')
    isHanging = true
    now = 1_000
    expect((await health()).status).toBe('ok')
    await vi.advanceTimersByTimeAsync(9_000)
    expect((await health()).status).toBe('ok')
    await vi.advanceTimersByTimeAsync(2_000)
    expect((await health()).status).toBe('unavailable')
    isHanging = false
    now = 12_000
    expect((await health()).status).toBe('ok')
    vi.useRealTimers()
  })

  it('queries at most once a second, for any number of requests', async () => {
    let now = 0
    let asked = 0
    const health = healthCheck(
      async () => {
        asked += 1
      },
      build,
      () => now,
    )
    await Promise.all([health(), health(), health()])
    now = 999
    await health()
    expect(asked).toBe(1)
    now = 1_000
    await health()
    expect(asked).toBe(2)
  })
})
