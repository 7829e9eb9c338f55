import { afterEach, expect, test, vi } from 'vitest'
import { startOnDemand } from './when-idle.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Code that loads and starts when the test says so. */
function harness() {
  const [loading, starting] = [Promise.withResolvers<string>(), Promise.withResolvers<() => void>()]
  const start = vi.fn((_: string) => starting.promise)
  const end = vi.fn()
  const stop = startOnDemand(() => loading.promise, start)
  return {
    start,
    end,
    stop,
    arrive: () => loading.resolve('code'),
    begin: () => starting.resolve(end),
    fail: loading.reject,
  }
}

test('starts the loaded code, and ends it when stopped', async () => {
  const { start, end, stop, arrive, begin } = harness()
  arrive()
  begin()
  await settled()
  expect(start).toHaveBeenCalledExactlyOnceWith('code')
  expect(end).not.toHaveBeenCalled()
  stop()
  expect(end).toHaveBeenCalledOnce()
})

test('never starts code that loads after the end', async () => {
  const { start, stop, arrive } = harness()
  stop()
  arrive()
  await settled()
  expect(start).not.toHaveBeenCalled()
})

test('ends code that is still starting at once', async () => {
  const { end, stop, arrive, begin } = harness()
  arrive()
  await settled()
  stop()
  begin()
  await settled()
  expect(end).toHaveBeenCalledOnce()
})

test('code that cannot be loaded is a warning', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { start, stop, fail } = harness()
  fail(new Error('no network'))
  await settled()
  expect(warned).toHaveBeenCalledOnce()
  expect(start).not.toHaveBeenCalled()
  stop()
  warned.mockRestore()
})

test('code is not asked for without a network, and starts once it is back', async () => {
  const online = new EventTarget()
  vi.stubEnv('SSR', false)
  vi.stubGlobal('window', online)
  vi.stubGlobal('navigator', { onLine: false })
  const load = vi.fn(async () => 'code')
  const start = vi.fn(() => () => {})
  startOnDemand(load, start)
  await settled()
  expect(load).not.toHaveBeenCalled()
  online.dispatchEvent(new Event('online'))
  await settled()
  expect(start).toHaveBeenCalledExactlyOnceWith('code')
})

test('a service worker that has the page is asked for code without a network, too', async () => {
  vi.stubEnv('SSR', false)
  vi.stubGlobal('navigator', { onLine: false, serviceWorker: { controller: {} } })
  const start = vi.fn(() => () => {})
  startOnDemand(async () => 'code', start)
  await settled()
  expect(start).toHaveBeenCalledExactlyOnceWith('code')
})
