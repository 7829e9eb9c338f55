import type { WarmingPriority } from '@hot/domain/network/cache-warming'
import { expect, test } from 'vitest'
import { fakeClock } from '../../../../tests/support/web/fake-clock.ts'
import { type CacheJob, createWarmSchedule, recheckMs } from './warm-schedule.ts'

const minute = 60_000
const turn = () => new Promise((resolve) => setImmediate(resolve))

type Plan = Partial<Omit<CacheJob, 'run' | 'name'>> & { fails?: boolean; held?: boolean }

function harness(plans: Record<string, Plan>) {
  const clock = fakeClock()
  const around = { allowed: true }
  const log: string[] = []
  const held: (() => void)[] = []
  const schedule = createWarmSchedule({
    clock,
    jobs: Object.entries(plans).map(([name, { fails, held: waits, ...plan }]) => ({
      ...{ name, priority: 'normal' as WarmingPriority, after: [], everyMs: 60 * minute, first: true },
      ...plan,
      run: async () => {
        log.push(name)
        if (waits) await new Promise<void>((resolve) => held.push(resolve))
        if (fails) throw new Error('away')
      },
    })),
    allowed: () => around.allowed,
    finished: (name, error) => error !== null && log.push(`${name} failed`),
  })
  const advance = async (ms: number) => {
    clock.advance(ms)
    await turn()
  }
  const start = async () => {
    schedule.start()
    await turn()
  }
  const release = async () => {
    held.shift()?.()
    await turn()
  }
  return { schedule, log, around, advance, start, release }
}

test('tasks run by priority, but after those they depend on', async () => {
  const { log, start } = harness({
    d: { priority: 'low' },
    a: { priority: 'critical', after: ['b'] },
    c: { priority: 'normal' },
    b: { priority: 'high' },
  })
  await start()
  expect(log).toEqual(['b', 'a', 'c', 'd'])
})

test('a failure counts as done', async () => {
  const { log, start } = harness({ a: { priority: 'critical', fails: true }, b: { after: ['a'] } })
  await start()
  expect(log).toEqual(['a', 'a failed', 'b'])
})

test('tasks that depend on each other stop the run, and nothing is repeated', async () => {
  const { log, start, advance } = harness({
    a: { after: ['c'] },
    b: { priority: 'critical', everyMs: minute },
    c: { after: ['a'] },
  })
  await start()
  await advance(10 * minute)
  expect(log).toEqual(['b', 'cycle failed'])
})

test('started twice it runs once', async () => {
  const { log, start } = harness({ a: {} })
  await start()
  await start()
  expect(log).toEqual(['a'])
})

test('refreshes follow the first run, each at its own interval; tasks outside the first run start with them', async () => {
  const { log, start, advance } = harness({ a: { everyMs: 5 * minute }, b: { everyMs: 8 * minute, first: false } })
  await start()
  expect(log).toEqual(['a'])
  await advance(5 * minute)
  await advance(3 * minute)
  await advance(2 * minute)
  expect(log).toEqual(['a', 'a', 'b', 'a'])
})

test('one at a time: no refresh during the first run or another refresh', async () => {
  const { log, start, advance, release } = harness({
    a: { everyMs: minute, held: true },
    b: { everyMs: minute, first: false },
  })
  await start()
  await advance(3 * minute)
  expect(log).toEqual(['a'])
  await release()
  await advance(minute)
  expect(log).toEqual(['a', 'a'])
  await release()
  expect(log).toEqual(['a', 'a', 'b'])
})

test('in the admin area nothing is warmed; the first run waits for a public page', async () => {
  const { log, start, advance, around } = harness({ a: { everyMs: minute } })
  around.allowed = false
  await start()
  await advance(recheckMs)
  expect(log).toEqual([])
  around.allowed = true
  await advance(recheckMs)
  expect(log).toEqual(['a'])
  around.allowed = false
  await advance(minute)
  around.allowed = true
  await advance(minute)
  expect(log).toEqual(['a', 'a'])
})

test('stopped, nothing more happens', async () => {
  const { log, start, advance, schedule, release } = harness({ a: { held: true, everyMs: minute }, b: {} })
  await start()
  schedule.stop()
  await release()
  await advance(10 * minute)
  expect(log).toEqual(['a'])
})
