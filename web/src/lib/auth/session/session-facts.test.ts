import type { User } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { sessionFacts } from './session-facts.ts'

const encoded = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
const user = { id: 'anna', email: 'anna@hot.example', created_at: '2026-01-01T00:00:00Z' } as User
const verified = [{ status: 'verified' }] as User['factors'] & object

test.each([
  [{ aal: 'aal1' }, undefined, { current: 'aal1', next: 'aal1' }],
  [{ aal: 'aal1' }, verified, { current: 'aal1', next: 'aal2' }],
  [{ aal: 'aal2' }, verified, { current: 'aal2', next: 'aal2' }],
])('claims %j give %j', (claims, factors, assurance) => {
  const facts = sessionFacts({ access_token: encoded(claims), user: factors ? { ...user, factors } : user })
  expect(facts.assurance).toEqual(assurance)
})

test('letters beyond ASCII in other claims do not hide the known ones', () => {
  const facts = sessionFacts({ access_token: encoded({ iat: 7, aal: 'aal2', name: 'Zoë 🔥 ÿÿÿ>>>???' }), user })
  expect(facts).toMatchObject({ issuedAt: 7000, assurance: { current: 'aal2' } })
})

test('a malformed token proves nothing', () => {
  expect(sessionFacts({ access_token: 'garbage', user })).toMatchObject({ issuedAt: 0, assurance: { current: 'aal1' } })
})
