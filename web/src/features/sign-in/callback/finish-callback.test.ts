import { describe, expect, test } from 'vitest'
import { readCallback } from './finish-callback.ts'

const read = (address: string) => readCallback(new URL(address, 'https://hot.example/auth/callback'))

test('reads what GoTrue and the mail templates send', () => {
  expect(read('?code=abc')).toEqual({ kind: 'code', code: 'abc' })
  expect(read('?token_hash=t1&type=recovery')).toEqual({
    kind: 'token',
    tokenHash: 't1',
    type: 'recovery',
    stops: false,
  })
  expect(read('#token_hash=t1&type=email_change&act=stop')).toMatchObject({ kind: 'token', stops: true })
  expect(read('#token_hash=t1&type=recovery&act=stop')).toMatchObject({ kind: 'token', stops: false })
  expect(read('#access_token=a&refresh_token=r&type=signup&expires_in=3600')).toEqual({
    kind: 'session',
    accessToken: 'a',
    refreshToken: 'r',
    type: 'signup',
  })
  expect(read('?message=Confirmation+link+accepted')).toEqual({ kind: 'unproven' })
  expect(read('#message=Confirmation+link+accepted')).toEqual({ kind: 'unproven' })
  expect(read('')).toEqual({ kind: 'nothing' })
})

describe('errors', () => {
  test.each(['?', '#'])('are found behind %s', (mark) => {
    expect(read(`${mark}error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid`)).toEqual({
      kind: 'error',
      code: 'otp_expired',
      description: 'Email link is invalid',
    })
  })
  test('win over a code, and a provider’s own error counts', () => {
    expect(read('?error=access_denied&code=abc')).toEqual({ kind: 'error', code: 'access_denied', description: '' })
    expect(read('?code=abc#error=server_error')).toMatchObject({ kind: 'error', code: 'server_error' })
  })
})

test.each([
  '?access_token=a&refresh_token=r',
  '#access_token=a',
  '?token_hash=t',
  '?token_hash=t&type=toString',
  `?code=${'x'.repeat(5000)}`,
  '?code=',
])('%s is nothing', (address) => expect(read(address)).toEqual({ kind: 'nothing' }))
