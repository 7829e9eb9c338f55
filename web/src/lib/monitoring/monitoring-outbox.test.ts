import { beforeEach, expect, test, vi } from 'vitest'

type Outbox = typeof import('./monitoring-outbox.ts')
let outbox: Outbox

beforeEach(async () => {
  vi.resetModules()
  outbox = await import('./monitoring-outbox.ts')
})

test('errors before the reporter was loaded are passed on in order, ten at most', () => {
  for (let at = 0; at < 15; at += 1) outbox.queueError({ error: at })
  const taken: unknown[] = []
  outbox.takeErrors(({ error }) => taken.push(error))
  expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  outbox.queueError({ error: 'danach', errorId: 'abc' })
  expect(taken.slice(10)).toEqual(['danach'])
})

test('a waiting caller is called for stored errors and each new one until they are taken', () => {
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

test('nobody is called without an error, or after waiting ended', () => {
  const called = vi.fn()
  outbox.awaitError(called)
  outbox.awaitError(undefined)
  outbox.queueError({ error: 'später' })
  expect(called).not.toHaveBeenCalled()
})

test('uncaught errors are recorded until it is stopped, except those of foreign scripts', () => {
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
