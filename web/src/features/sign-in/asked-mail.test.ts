import { beforeEach, expect, test, vi } from 'vitest'
import { rememberAskedMail, rememberSignUp, signUpVerifier, takeAskedMail } from './asked-mail.ts'

const hour = 3_600_000
const someone = 'jemand@gmx.de'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

test('an address that a mail was asked for is known once, in any spelling, for an hour', () => {
  rememberAskedMail(' Jemand@GMX.de ', 0)
  expect(takeAskedMail('andere@gmx.de', 1)).toBe(false)
  expect(takeAskedMail(someone, 1)).toBe(true)
  expect(takeAskedMail(someone, 1)).toBe(false)
  rememberAskedMail(someone, 0)
  expect(takeAskedMail(someone, hour)).toBe(false)
})

test('the verifier of a sign-up outlives another mail to its address, and no mail to another one', () => {
  rememberSignUp(someone, 'geheim', 0)
  rememberAskedMail('JEMAND@gmx.de', 1)
  expect(signUpVerifier(2)).toBe('geheim')
  expect(signUpVerifier(1 + hour)).toBeUndefined()
  rememberAskedMail('andere@gmx.de', 2)
  expect(signUpVerifier(3)).toBeUndefined()
})

test.each(['', '{', '[]', '"x"', '{"email":1,"until":9e15}', '{"email":"jemand@gmx.de"}'])(
  'what is no record of ours is none: %s',
  (stored) => {
    localStorage.setItem('hot_asked_mail', stored)
    expect([signUpVerifier(0), takeAskedMail(someone, 0)]).toEqual([undefined, false])
  },
)
