import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DataError } from '#web/lib/api/data-error.ts'
import { lostAnswer } from '../../../../../tests/support/web/lost-answer.ts'
import { neededProof, signInWays } from './api.ts'

const auth = vi.hoisted(() => ({ getUser: vi.fn(), getSession: vi.fn(), refreshSession: vi.fn() }))
vi.mock('#web/lib/auth/session/auth-client.ts', () => ({ authClient: async () => auth }))

test('the server says which proof it needs', () => {
  expect(neededProof(new DataError('P0001', 400, '…', 'reauthentication_needed'))).toBe('sign-in')
  expect(neededProof(new DataError('P0001', 400, '…', 'mfa_needed'))).toBe('code')
  expect(neededProof({ code: 'insufficient_aal', status: 401 })).toBe('code')
})

test('other refusals need no proof', () => {
  expect(neededProof(new DataError('P0001', 400, '…', 'last_admin'))).toBeNull()
  expect(neededProof(lostAnswer())).toBeNull()
})

describe('the ways to sign in', () => {
  const user = { email: 'neu@hot.example', identities: [{ provider: 'email' }, { provider: 'google' }] }
  const sessionOf = (email: string) => ({ data: { session: { user: { ...user, email } } } })
  beforeEach(() => {
    vi.resetAllMocks()
    auth.getUser.mockResolvedValue({ data: { user }, error: null })
    auth.refreshSession.mockResolvedValue({ error: null })
  })

  test('come from the server; a session with the same address is kept', async () => {
    auth.getSession.mockResolvedValue(sessionOf('neu@hot.example'))
    expect(await signInWays()).toEqual({ password: true, providers: ['google'], newEmail: null })
    expect(auth.refreshSession).not.toHaveBeenCalled()
  })

  test('renew a session from before the address changed on another device', async () => {
    auth.getSession.mockResolvedValue(sessionOf('alt@hot.example'))
    expect((await signInWays()).password).toBe(true)
    expect(auth.refreshSession).toHaveBeenCalledOnce()
  })

  test('fail when that session cannot be renewed', async () => {
    auth.getSession.mockResolvedValue(sessionOf('alt@hot.example'))
    auth.refreshSession.mockResolvedValue({ error: new Error('away') })
    await expect(signInWays()).rejects.toThrow('away')
  })
})
