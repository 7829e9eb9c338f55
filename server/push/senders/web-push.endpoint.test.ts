import { expect, test } from 'vitest'
import { isPublicAddress, publicEndpoint, publicLookup } from './web-push.ts'

test('private and reserved addresses, in any notation, are not public', () => {
  const inside = [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'kein.name',
  ]
  expect(inside.filter(isPublicAddress)).toEqual([])
  const outside = ['8.8.8.8', '172.32.0.1', '2a00:1450:4001::1']
  expect(outside.filter(isPublicAddress)).toEqual(outside)
})

test('an endpoint is https at the push service of a browser, on the default port', () => {
  expect(publicEndpoint('https://updates.push.services.mozilla.com/wpush/v2/abc')?.hostname).toBe(
    'updates.push.services.mozilla.com',
  )
  const refused = [
    'https://push.example/x',
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://0x7f.1/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://fcm.googleapis.com:8443/x',
    'https://nutzer:wort@fcm.googleapis.com/x',
    `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
    'kein Text einer Adresse',
  ]
  expect(refused.filter(publicEndpoint)).toEqual([])
})

test('no connection is made to a name that resolves to a private address', async () => {
  const found = await new Promise((resolve) =>
    publicLookup('localhost', {}, (error, address) => resolve(error ? Reflect.get(error, 'code') : address)),
  )
  expect(found).toBe('EPRIVATE')
})
