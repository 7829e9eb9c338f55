import { expect, test } from 'vitest'
import { publicEndpoint } from './web-push.ts'

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
