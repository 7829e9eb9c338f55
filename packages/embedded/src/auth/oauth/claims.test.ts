import { describe, expect, test } from 'vitest'
import { appleName, externalUser } from './claims.ts'

const claims = { iss: 'https://accounts.google.com', sub: '1', email: 'Kim@Firma.Example', email_verified: true }

describe('externalUser', () => {
  test.each([
    ['google', true, true],
    ['google', 'true', true],
    ['google', false, false],
    ['google', undefined, false],
    ['google', 1, false],
    ['apple', 'true', true],
    // Accounts of schools and companies: Apple has not checked the address.
    ['apple', 'false', false],
    ['apple', false, false],
  ] as const)('of %s with email_verified %j', (provider, value, verified) => {
    expect(externalUser(provider, { ...claims, email_verified: value })).toMatchObject({
      email: 'kim@firma.example',
      verified,
      data: { email: 'kim@firma.example', email_verified: verified },
    })
  })

  test.each([undefined, '', 7, 'kim', 'a b@firma.example', `${'x'.repeat(250)}@firma.example`])(
    'has no address in %j, and nothing verified',
    (email) => {
      const user = externalUser('google', { ...claims, email })
      expect([user.email, user.verified]).toEqual(['', false])
      expect(user.data).not.toHaveProperty('email')
    },
  )

  test('keeps what GoTrue keeps, and no more', () => {
    const picture = 'https://pictures.example/1.png'
    const google = { ...claims, name: ' Kim Muster ', picture, hd: 'firma.example', at_hash: 'x', nonce: 'y' }
    expect(externalUser('google', google).data).toEqual({
      iss: claims.iss,
      sub: '1',
      provider_id: '1',
      name: 'Kim Muster',
      full_name: 'Kim Muster',
      picture,
      avatar_url: picture,
      email: 'kim@firma.example',
      email_verified: true,
      phone_verified: false,
      custom_claims: { hd: 'firma.example' },
    })
    const apple = externalUser('apple', { ...claims, is_private_email: 'true', auth_time: 5 }, 'Kim Muster')
    expect(apple.data).toMatchObject({
      full_name: 'Kim Muster',
      custom_claims: { is_private_email: true, auth_time: 5 },
    })
  })

  test.each(['javascript:alert(1)', 'http://pictures.example/1.png', 'x'])('shows no picture from %s', (picture) => {
    expect(externalUser('google', { ...claims, picture }).data).not.toHaveProperty('avatar_url')
  })
})

describe('appleName', () => {
  test.each([
    ['{"name":{"firstName":"Kim","lastName":"Muster"},"email":"x@y.z"}', 'Kim Muster'],
    ['{"name":{"lastName":"Muster"}}', 'Muster'],
    ['{"name":"Kim"}', ''],
    ['kaputt', ''],
    [null, ''],
    [`{"name":{"firstName":"${'x'.repeat(500)}"}}`, 'x'.repeat(200)],
  ])('of %s', (field, name) => {
    expect(appleName(field)).toBe(name)
  })
})
