import { expect, test } from 'vitest'
import { isRpIdFor, relyingParty } from './relying-party.ts'

test.each([
  // Site, given id → id and origin, or nothing.
  ['https://hot.example', undefined, 'hot.example', 'https://hot.example'],
  ['https://www.hot.example', undefined, 'www.hot.example', 'https://www.hot.example'],
  ['https://www.hot.example', 'hot.example', 'hot.example', 'https://www.hot.example'],
  ['https://hot.example:8443', undefined, 'hot.example', 'https://hot.example:8443'],
  ['http://127.0.0.1:3000', undefined, 'localhost', 'http://localhost:3000'],
  ['http://[::1]:3000', undefined, 'localhost', 'http://localhost:3000'],
  ['http://localhost', undefined, 'localhost', 'http://localhost'],
])('the relying party of %s (%s) is %s', (siteUrl, rpId, id, origin) => {
  expect(relyingParty(siteUrl, { name: 'HoT', rpId })).toEqual({ id, name: 'HoT', origins: [origin] })
})

test.each([
  ['http://hot.example', undefined],
  ['https://192.0.2.7', undefined],
  ['https://[2001:db8::7]', undefined],
  ['https://hot.example', 'other.example'],
  ['https://hot.example', 'ot.example'],
  ['https://hot.example', 'www.hot.example'],
  ['https://hot.example', 'example'],
])('no browser allows passkeys for %s (%s)', (siteUrl, rpId) => {
  expect(relyingParty(siteUrl, { name: 'HoT', rpId })).toBeUndefined()
})

test('without the option there are none', () => {
  expect(relyingParty('https://hot.example', undefined)).toBeUndefined()
  expect(isRpIdFor('hot.example', '')).toBe(false)
})
