import { beforeEach, expect, test, vi } from 'vitest'

type Toasts = typeof import('./toasts.ts')
let toasts: Toasts

beforeEach(async () => {
  vi.resetModules()
  toasts = await import('./toasts.ts')
})

test('the host is loaded with the first message only', () => {
  const noticed = vi.fn()
  toasts.toastsWanted.subscribe(noticed)
  expect(toasts.toastsWanted.get()).toBe(false)
  toasts.showToast({ title: 'Gespeichert.' })
  expect(toasts.toastsWanted.get()).toBe(true)
  expect(noticed).toHaveBeenCalledOnce()
})

test('messages from before the host was loaded are shown in order, once', () => {
  const shown = vi.fn()
  toasts.showToast({ title: 'eins' })
  toasts.showToast({ title: 'zwei' })
  toasts.connectToasts(shown)()
  toasts.connectToasts(shown)
  expect(shown.mock.calls.map(([message]) => message.title)).toEqual(['eins', 'zwei'])
})

test('toasts of the app stay for 3.5 s, those of signing in for 5 s, and 4 s if they tell how it ended', () => {
  const shown = vi.fn()
  toasts.connectToasts(shown)
  toasts.showToast({ title: 'app' })
  toasts.showToast({ title: 'auth', from: 'signIn' })
  toasts.showToast({ title: 'done', from: 'signIn', durationMs: toasts.signInOutcomeMs })
  expect(shown.mock.calls.map(([, duration]) => duration)).toEqual([3500, 5000, 4000])
})

test('if the host cannot be loaded, old messages are dropped and the next one loads it again', () => {
  const shown = vi.fn()
  toasts.showToast({ title: 'verpasst' })
  toasts.dropQueuedToasts()
  expect(toasts.toastsWanted.get()).toBe(false)
  toasts.showToast({ title: 'neu' })
  expect(toasts.toastsWanted.get()).toBe(true)
  toasts.connectToasts(shown)
  expect(shown.mock.calls.map(([message]) => message.title)).toEqual(['neu'])
})
