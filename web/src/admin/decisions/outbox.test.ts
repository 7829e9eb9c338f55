import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DataError } from '#web/lib/api/data-error.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { setViewer, type Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { reloads } from '#web/platform/device/reloads.ts'
import { lostAnswer } from '../../../../tests/support/web/lost-answer.ts'
import { type Decision, dropUnsent, outbox, sendDecision } from './outbox.ts'

vi.mock('#web/lib/api/rpc/rpc.ts', () => ({ rpc: vi.fn() }))
vi.mock('#web/ui/feedback/toasts.ts', () => ({ showToast: vi.fn() }))
const asked = vi.mocked(rpc)

const member = (id: string): Viewer => ({
  state: 'member',
  user: { id, email: `${id}@example.org`, createdAt: '2026-01-01T00:00:00Z' },
  profile: null,
  role: 'moderator',
  assurance: { current: 'aal2', next: 'aal2' },
})
const decision: Decision = {
  kind: 'ban',
  args: { p_id: 'x', p_days: 7, p_reason: 'Spam' },
  facts: { action: 'ban', type: 'profile', name: 'tvnudel' },
  targets: ['profile:x'],
}
const taken = { kept: null, outcomes: [], refused: null, by: null, skipped: 0 }
const client = new QueryClient()
const wait = () => vi.advanceTimersByTimeAsync(5_000)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  asked.mockReset()
  outbox.set([])
  setViewer(member('first'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['no network', lostAnswer()],
  ['an ended session', new DataError('PT401', 401, '…', 'session_ended')],
  ['a lost second factor', new DataError('42501', 403, '…', 'mfa_needed')],
])('a decision outlives %s and is sent again, the same one', async (_, failure) => {
  asked.mockRejectedValueOnce(failure).mockResolvedValueOnce(taken)
  sendDecision(client, 'first', decision)
  await vi.advanceTimersByTimeAsync(0)
  expect(outbox.get()).toMatchObject([{ failure: expect.any(String) }])
  await wait()
  expect(outbox.get()).toEqual([])
  expect(asked).toHaveBeenCalledTimes(2)
  expect(asked.mock.calls[1]).toEqual(asked.mock.calls[0])
})

test('the page does not reload by itself before it is sent', async () => {
  asked.mockRejectedValueOnce(lostAnswer()).mockResolvedValueOnce(taken)
  sendDecision(client, 'first', decision)
  const stored = vi.fn()
  void reloads.waitFor?.then(stored)
  await vi.advanceTimersByTimeAsync(0)
  expect(reloads.waitFor).not.toBeNull()
  expect(stored).not.toHaveBeenCalled()
  await wait()
  expect(stored).toHaveBeenCalled()
  expect(reloads.waitFor).toBeNull()
})

test('nobody decides in the name of who signs in next', async () => {
  asked.mockRejectedValueOnce(new DataError('PT401', 401, '…', 'session_ended'))
  sendDecision(client, 'first', decision)
  await vi.advanceTimersByTimeAsync(0)
  setViewer({ state: 'guest', role: 'user' })
  await wait()
  expect(outbox.get()).toHaveLength(1)
  setViewer(member('second'))
  await wait()
  await wait()
  expect(asked).toHaveBeenCalledTimes(1)
  expect(outbox.get()).toEqual([])
})

test('what was dropped before it was sent is taken back, should it have arrived', async () => {
  asked.mockRejectedValueOnce(lostAnswer()).mockResolvedValueOnce(true)
  sendDecision(client, 'first', decision)
  await vi.advanceTimersByTimeAsync(0)
  const [unsent] = outbox.get()
  if (!unsent) throw new Error('nothing waits')
  dropUnsent(unsent)
  await wait()
  expect(asked.mock.calls.map(([name]) => name)).toEqual(['admin_decide', 'admin_undo_decision'])
  expect(outbox.get()).toEqual([])
})
