import { pressPatienceMs } from '@hot/domain/auth/timing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('./writing-gate.ts', () => ({ whenReadyToWrite: (action: () => void) => action() }))

const member = {
  state: 'member' as const,
  user: { id: 'a', email: 'a@gmx.de', createdAt: '2026-01-01T00:00:00Z' },
  profile: null,
  role: 'user' as const,
  assurance: { current: 'aal1' as const, next: 'aal1' as const },
}
const pending = { state: 'guest' as const, role: 'user' as const, pending: true }
let requests: typeof import('./sign-in-request.ts')
let viewers: typeof import('./viewer.ts')
let toasts: typeof import('#web/ui/feedback/toasts.ts')

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  requests = await import('./sign-in-request.ts')
  viewers = await import('./viewer.ts')
  toasts = await import('#web/ui/feedback/toasts.ts')
})
afterEach(() => void vi.useRealTimers())

const isAsked = () => requests.requestedWishes() !== undefined
const press = (act: () => void) => requests.useSignInGate()(act, [])

test('a press before the session is known is carried out for its member, without a question', async () => {
  const act = vi.fn()
  press(act)
  viewers.setViewer(pending)
  await vi.advanceTimersByTimeAsync(pressPatienceMs - 1)
  expect([isAsked(), act.mock.calls.length]).toEqual([false, 0])
  viewers.setViewer(member)
  await vi.waitFor(() => expect(act).toHaveBeenCalledTimes(1))
  expect(isAsked()).toBe(false)
})

test.each([
  ['a guest', { state: 'guest' as const, role: 'user' as const }],
  ['who still owes the second factor', { ...pending, factor: true }],
])('%s is asked at once', (_, who) => {
  viewers.setViewer(who)
  press(vi.fn())
  expect(isAsked()).toBe(true)
})

test('a session that cannot be checked never asks; it is said that it takes long, and the press counts once it is good', async () => {
  const act = vi.fn()
  viewers.setViewer(pending)
  press(act)
  await vi.advanceTimersByTimeAsync(pressPatienceMs - 1)
  expect(toasts.toastsWanted.get()).toBe(false)
  await vi.advanceTimersByTimeAsync(60 * pressPatienceMs)
  expect([isAsked(), toasts.toastsWanted.get()]).toEqual([false, true])
  viewers.setViewer(member)
  await vi.waitFor(() => expect(act).toHaveBeenCalledTimes(1))
  expect(isAsked()).toBe(false)
})

test('a session that turns out to be none asks then', async () => {
  viewers.setViewer(pending)
  press(vi.fn())
  viewers.setViewer({ state: 'guest', role: 'user' })
  expect(isAsked()).toBe(true)
})
