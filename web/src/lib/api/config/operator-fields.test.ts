import { expect, test } from 'vitest'
import { missingFields, privacyAddress } from './operator-fields.ts'

test("missing data are named in the page's words", () => {
  expect(missingFields({ operator: 'HoT e. V.', city: '  ' }, ['operator', 'city', 'email'])).toEqual([
    'Postleitzahl und Ort',
    'E-Mail-Adresse',
  ])
})

test('complete data misses nothing', () => {
  expect(missingFields({ operator: 'HoT e. V.', email: 'a@hot.example' }, ['operator', 'email'])).toEqual([])
})

test('privacy questions go to their own address, else to the general one', () => {
  expect(privacyAddress({ email: 'a@hot.example', privacy_email: 'p@hot.example' })).toBe('p@hot.example')
  expect(privacyAddress({ email: 'a@hot.example' })).toBe('a@hot.example')
  expect(privacyAddress({})).toBeUndefined()
})
