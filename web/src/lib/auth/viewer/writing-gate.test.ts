import { authStartOverallMs } from '@hot/domain/auth/timing'
import type { OwnProfile } from '@hot/domain/contract/account/account'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Gate = typeof import('./writing-gate.ts')
type ViewerStore = typeof import('./viewer.ts')
let gate: Gate
let store: ViewerStore

// It is loaded when it is needed, maybe after the test.
vi.mock('./another-member.ts', () => ({ tellAnotherMember: vi.fn() }))

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  store = await import('./viewer.ts')
  gate = await import('./writing-gate.ts')
})
afterEach(() => vi.useRealTimers())

const member = (lacks: Partial<Pick<OwnProfile, 'needs_nickname' | 'needs_invite'>> | null, id = 'u') =>
  store.setViewer({
    state: 'member',
    user: { id, email: 'anna@gmx.de', createdAt: '2026-11-21T00:00:00Z' },
    profile: lacks && ({ needs_nickname: false, needs_invite: false, ...lacks } as OwnProfile),
    role: 'user',
    assurance: { current: 'aal1', next: 'aal1' },
  })

test('a member who lacks nothing acts at once', () => {
  member({})
  const action = vi.fn()
  gate.whenReadyToWrite(action)
  expect(action).toHaveBeenCalledOnce()
  expect(gate.writingRequest()).toBeNull()
})

test('a nickname is asked for first, and the action follows once it is there', () => {
  member({ needs_nickname: true })
  const action = vi.fn()
  gate.whenReadyToWrite(action)
  expect(gate.writingRequest()?.need).toBe('nickname')
  expect(action).not.toHaveBeenCalled()
  member({})
  gate.endWritingRequest()
  expect(action).toHaveBeenCalledOnce()
})

test('if postponed, the action is dropped and the next one asks again', () => {
  member({ needs_nickname: true })
  const action = vi.fn()
  gate.whenReadyToWrite(action)
  gate.endWritingRequest()
  expect(action).not.toHaveBeenCalled()
  gate.whenReadyToWrite(action)
  expect(gate.writingRequest()?.need).toBe('nickname')
})

test('without an invitation nothing else is asked', () => {
  member({ needs_nickname: true, needs_invite: true })
  gate.whenReadyToWrite(vi.fn())
  expect(gate.writingRequest()?.need).toBe('invite')
})

test('right after signing in it waits for the profile, but not for ever', () => {
  member(null)
  const [first, second] = [vi.fn(), vi.fn()]
  gate.whenReadyToWrite(first)
  expect(first).not.toHaveBeenCalled()
  member({ needs_nickname: true })
  expect(gate.writingRequest()?.need).toBe('nickname')
  gate.endWritingRequest()

  member(null)
  gate.whenReadyToWrite(second)
  vi.advanceTimersByTime(authStartOverallMs)
  expect(second).toHaveBeenCalledOnce()
  expect(first).not.toHaveBeenCalled()
})

test('what was pressed as a session ended goes out for the same member, and never for another who signs in over it', () => {
  const action = vi.fn()
  store.rememberFormer('u')
  member({}, 'someone else')
  gate.whenReadyToWrite(action, true)
  expect(action).not.toHaveBeenCalled()
  // Their own press counts.
  gate.whenReadyToWrite(action)
  expect(action).toHaveBeenCalledOnce()
  member({})
  gate.whenReadyToWrite(action, true)
  expect(action).toHaveBeenCalledTimes(2)
})

test('what waits for a nickname is not done by the member who signed in meanwhile', () => {
  member({ needs_nickname: true })
  const action = vi.fn()
  gate.whenReadyToWrite(action)
  member({}, 'someone else')
  gate.endWritingRequest()
  expect(action).not.toHaveBeenCalled()
})
