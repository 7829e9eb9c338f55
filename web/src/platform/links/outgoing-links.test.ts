import { describe, expect, test } from 'vitest'
import { linkWay, takeLink } from './outgoing-links.ts'

const siteUrl = 'https://hot.example'

describe.each(['capacitor://localhost', 'https://localhost'])('in an app at %s', (appBase) => {
  const places = { appBase, siteUrl }

  test.each(['/stars/bo', '/account', '/', '/stars?x=1#k'])('the router keeps %s', (path) =>
    expect(linkWay(appBase + path, places)).toEqual({ to: 'untouched' }),
  )

  test.each(['/kalender.ics', '/formate/inselfieber.ics'])('the feed %s is asked of the site', (path) =>
    expect(linkWay(appBase + path, places)).toEqual({ to: 'browser', url: siteUrl + path }),
  )

  test('a link to the site, written by somebody, opens inside', () =>
    expect(linkWay(`${siteUrl}/trashtalk/1?k=2#c`, places)).toEqual({ to: 'page', path: '/trashtalk/1?k=2#c' }))

  test.each([
    'https://rtl.example/show',
    'http://plain.example/',
    `${siteUrl}/auth/reset?code=1`,
    `${siteUrl}@evil.example/stars`,
    `${siteUrl}.evil.example/stars`,
    'https://localhost.evil.example/stars',
    'https://apps.apple.com.evil.example/',
  ])('%s opens in the in-app browser', (url) => expect(linkWay(url, places)).toEqual({ to: 'browser', url }))

  test.each([
    'mailto:team@hot.example',
    'tel:+4930',
    'javascript:alert(1)',
    'intent://x#Intent;end',
    'https://apps.apple.com/de/app/id1',
    'https://play.google.com/store/apps/details?id=app.hot',
  ])('%s is left alone', (url) => expect(linkWay(url, places)).toEqual({ to: 'untouched' }))
})

test('a link is led its way, and only then taken from the page', () => {
  const log: string[] = []
  const press = (href: string) =>
    takeLink(href, {
      appBase: 'https://localhost',
      siteUrl,
      openOutside: async (url) => void log.push(`outside ${url}`),
      openPage: (path) => void log.push(`page ${path}`),
    })
  expect(['https://localhost/kalender.ics', `${siteUrl}/stars`, 'mailto:a@b.example'].map(press)).toEqual([
    true,
    true,
    false,
  ])
  expect(log).toEqual([`outside ${siteUrl}/kalender.ics`, 'page /stars'])
})
