import { expect, test } from 'vitest'
import { legalMissing, missingFields, privacyAddress, requiredFields, secondWay } from './legal-fields.ts'

const whole = {
  operator: 'HoT e. V.',
  street: 'Sofaweg 1',
  city: '50667 Köln',
  email: 'post@hot.example',
  responsible: 'Kim Muster, ebenda',
  hoster: 'Rechenzentrum, Nürnberg',
  supervisory_authority: 'LDI NRW',
}

test("missing data are named in the page's words", () => {
  expect(missingFields({ operator: 'HoT e. V.', city: '  ' }, ['operator', 'city', 'email'])).toEqual([
    'Postleitzahl und Ort',
    'E-Mail-Adresse',
  ])
  expect(missingFields(whole, ['operator', 'email'])).toEqual([])
})

test.each([
  ['mails leave', whole, true, []],
  ['there is a phone', { ...whole, phone: '0221 1' }, false, []],
  ['neither', whole, false, [secondWay]],
  ['mails leave, to nobody', { ...whole, email: ' ' }, true, ['E-Mail-Adresse', secondWay]],
  ['nothing is given', {}, true, [...Object.values(requiredFields), secondWay]],
])('a second quick way of contact is needed: %s', (_, operator, sendsMails, missing) =>
  expect(legalMissing(operator, sendsMails)).toEqual(missing),
)

test('privacy questions go to their own address, else to the general one', () => {
  expect(privacyAddress({ email: 'a@hot.example', privacy_email: 'p@hot.example' })).toBe('p@hot.example')
  expect(privacyAddress({ email: 'a@hot.example' })).toBe('a@hot.example')
  expect(privacyAddress({})).toBeUndefined()
})
