import { beforeEach, expect, test, vi } from 'vitest'

type Outbox = typeof import('./monitoring-outbox.ts')
let outbox: Outbox

beforeEach(async () => {
  vi.resetModules()
  outbox = await import('./monitoring-outbox.ts')
})

test('what went wrong before anyone took reports is handed over in order, ten at most', () => {
  for (let at = 0; at < 15; at += 1) outbox.queueError({ error: at })
  const taken: unknown[] = []
  outbox.takeErrors(({ error }) => taken.push(error))
  expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  outbox.queueError({ error: 'danach', errorId: 'abc' })
  expect(taken.slice(10)).toEqual(['danach'])
})

test('who waits is called with what was kept before and with each error until they are taken', () => {
  outbox.queueError({ error: 'vorher' })
  const called = vi.fn()
  outbox.awaitError(called)
  expect(called).toHaveBeenCalledTimes(1)
  outbox.queueError({ error: 'nachher' })
  expect(called).toHaveBeenCalledTimes(2)
  const taken: unknown[] = []
  outbox.takeErrors(({ error }) => taken.push(error))
  outbox.queueError({ error: 'danach' })
  expect(called).toHaveBeenCalledTimes(2)
  expect(taken).toEqual(['vorher', 'nachher', 'danach'])
})

test('nobody is called without an error, or after the end of waiting', () => {
  const called = vi.fn()
  outbox.awaitError(called)
  outbox.awaitError(undefined)
  outbox.queueError({ error: 'später' })
  expect(called).not.toHaveBeenCalled()
})

test('errors that nothing caught are noted until it is over, those of foreign scripts not', () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const taken: unknown[] = []
  outbox.takeErrors(({ error }) => taken.push(error))
  const stop = outbox.watchErrors()
  const happen = (type: string, details: object) => page.dispatchEvent(Object.assign(new Event(type), details))
  happen('error', { error: 'eigener' })
  happen('error', { error: null, message: 'Script error.' })
  happen('unhandledrejection', { reason: 'abgelehnt' })
  stop()
  happen('error', { error: 'zu spät' })
  vi.unstubAllGlobals()
  expect(taken).toEqual(['eigener', 'abgelehnt'])
})
