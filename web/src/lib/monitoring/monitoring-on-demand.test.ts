import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { consentLevel } from '#web/platform/storage/consent.ts'

const consent = vi.hoisted(() => ({ level: 'none' as ReturnType<typeof consentLevel>, changed: () => {} }))
vi.mock('#web/platform/storage/consent.ts', () => ({
  consentLevel: () => consent.level,
  subscribeConsent: (changed: () => void) => {
    consent.changed = changed
    return () => {}
  },
}))
const reporter = vi.hoisted(() => ({ start: vi.fn(), stop: vi.fn() }))
vi.mock('./monitoring-client.ts', () => ({ startReports: reporter.start }))

const config = { dsn: 'https://abc@errors.example/1', profile: 'public' as const }
let recordAfterMs: number
let queueError: typeof import('./monitoring-outbox.ts')['queueError']
let reportOnDemand: typeof import('./monitoring-on-demand.ts')['reportOnDemand']

vi.stubGlobal('window', globalThis)
afterEach(() => void vi.useRealTimers())
beforeEach(async () => {
  vi.resetModules()
  consent.level = 'essential'
  reporter.stop.mockReset()
  reporter.start.mockReset().mockReturnValue(reporter.stop)
  ;({ queueError } = await import('./monitoring-outbox.ts'))
  ;({ reportOnDemand, recordAfterMs } = await import('./monitoring-on-demand.ts'))
})

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a visit without errors does not load the reporter', async () => {
  vi.useFakeTimers()
  reportOnDemand(config)
  consent.changed()
  await vi.advanceTimersByTimeAsync(10 * recordAfterMs)
  expect(reporter.start).not.toHaveBeenCalled()
})

test('the first error loads it, once', async () => {
  reportOnDemand(config)
  queueError({ error: 'eins' })
  queueError({ error: 'zwei' })
  await settled()
  expect(reporter.start).toHaveBeenCalledExactlyOnceWith(config)
})

test('an earlier error loads it too', async () => {
  queueError({ error: 'früh' })
  reportOnDemand(config)
  await settled()
  expect(reporter.start).toHaveBeenCalledOnce()
})

test('full consent loads it after a while, whenever it is given', async () => {
  vi.useFakeTimers()
  reportOnDemand(config)
  await vi.advanceTimersByTimeAsync(2 * recordAfterMs)
  consent.level = 'full'
  consent.changed()
  await vi.advanceTimersByTimeAsync(recordAfterMs - 1)
  expect(reporter.start).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(reporter.start).toHaveBeenCalledOnce()
})

test('consent withdrawn before that loads nothing', async () => {
  vi.useFakeTimers()
  consent.level = 'full'
  reportOnDemand(config)
  consent.level = 'essential'
  await vi.advanceTimersByTimeAsync(10 * recordAfterMs)
  expect(reporter.start).not.toHaveBeenCalled()
})

test('a failed load is retried with the next error', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  reporter.start.mockImplementationOnce(() => {
    throw new Error('kein Netz')
  })
  reportOnDemand(config)
  queueError({ error: 'eins' })
  await settled()
  queueError({ error: 'zwei' })
  await settled()
  expect(reporter.start).toHaveBeenCalledTimes(2)
})

test('stopping ends it, and nothing starts afterwards', async () => {
  const leave = reportOnDemand(config)
  queueError({ error: 'eins' })
  await settled()
  leave()
  await settled()
  expect(reporter.stop).toHaveBeenCalledOnce()
  queueError({ error: 'zwei' })
  await settled()
  expect(reporter.start).toHaveBeenCalledOnce()
})
