import { expect, test } from 'vitest'
import { privacyAddress } from './operator-fields.ts'

test('privacy questions go to their own address, else to the general one', () => {
  expect(privacyAddress({ email: 'a@hot.example', privacy_email: 'p@hot.example' })).toBe('p@hot.example')
  expect(privacyAddress({ email: 'a@hot.example' })).toBe('a@hot.example')
  expect(privacyAddress({})).toBeUndefined()
})
