import { expect, test } from 'vitest'
import { eventFilePath, subscriptionLinks } from './subscription.ts'

test('a feed is subscribed to, with its filters', () => {
  const url = 'https://hot.example/kalender.ics?sender=rtl&anbieter=joyn'
  const { webcal, google, outlook } = subscriptionLinks(url)
  expect(webcal).toBe('webcal://hot.example/kalender.ics?sender=rtl&anbieter=joyn')
  expect(new URL(google).searchParams.get('cid')).toBe(webcal)
  expect(new URL(outlook).searchParams.get('url')).toBe(url)
})

test('a site without https is subscribed to as well', () =>
  expect(subscriptionLinks('http://127.0.0.1:3000/kalender.ics').webcal).toBe('webcal://127.0.0.1:3000/kalender.ics'))

test('an id cannot leave its folder', () => expect(eventFilePath('../x')).toBe('/kalender/..%2Fx.ics'))
