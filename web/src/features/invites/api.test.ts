import { afterEach, expect, test, vi } from 'vitest'
import { DataError } from '#web/lib/api/data-error.ts'

const rpc = vi.hoisted(() => vi.fn())
const refreshProfile = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('#web/lib/api/rpc/rpc.ts', () => ({ rpc }))
vi.mock('#web/lib/auth/session/session-actions.ts', () => ({ refreshProfile }))
const { checkInvite, redeemInvite } = await import('./api.ts')

afterEach(() => vi.clearAllMocks())

test('too many guesses have to wait, and an outage says nothing about the code', async () => {
  rpc.mockRejectedValueOnce(new DataError('PT429', 429, 'Zu viele falsche Codes.', 'rate_limited'))
  expect(await checkInvite('HOTHOT23')).toBe('waiting')
  rpc.mockRejectedValueOnce(new DataError('', 0, 'Failed to fetch'))
  expect(await checkInvite('HOTHOT23')).toBe('unanswered')
})

test('a redeemed code renews the profile; a refused one is explained', async () => {
  rpc.mockResolvedValueOnce(true)
  expect(await redeemInvite('HOTHOT23')).toBe('valid')
  expect(refreshProfile).toHaveBeenCalledOnce()
  rpc.mockResolvedValueOnce(false).mockResolvedValueOnce({ state: 'used' })
  expect(await redeemInvite('HOTHOT23')).toBe('used')
  expect(refreshProfile).toHaveBeenCalledOnce()
})

test('redeeming succeeded even when the profile cannot be read afterwards', async () => {
  rpc.mockResolvedValueOnce(true)
  refreshProfile.mockRejectedValueOnce(new Error('offline'))
  expect(await redeemInvite('HOTHOT23')).toBe('valid')
})
