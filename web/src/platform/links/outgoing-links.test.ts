import { describe, expect, test } from 'vitest'
import { linkTarget, openLink } from './outgoing-links.ts'

const siteUrl = 'https://hot.example'

describe.each(['capacitor://localhost', 'https://localhost'])('in an app at %s', (appBase) => {
  const places = { appBase, siteUrl }

  test.each(['/stars/bo', '/account', '/', '/stars?x=1#k'])('the router handles %s', (path) =>
    expect(linkTarget(appBase + path, places)).toEqual({ to: 'untouched' }),
  )

  test.each(['/kalender.ics', '/formate/inselfieber.ics'])('the feed %s opens at the site', (path) =>
    expect(linkTarget(appBase + path, places)).toEqual({ to: 'browser', url: siteUrl + path }),
  )

  test('a link to the site in a text opens inside', () =>
    expect(linkTarget(`${siteUrl}/trashtalk/1?k=2#c`, places)).toEqual({ to: 'page', path: '/trashtalk/1?k=2#c' }))

  test.each([
    'https://rtl.example/show',
    'http://plain.example/',
    `${siteUrl}/auth/reset?code=1`,
    `${siteUrl}@evil.example/stars`,
    `${siteUrl}.evil.example/stars`,
    'https://localhost.evil.example/stars',
    'https://apps.apple.com.evil.example/',
  ])('%s opens in the in-app browser', (url) => expect(linkTarget(url, places)).toEqual({ to: 'browser', url }))

  test.each([
    'mailto:team@hot.example',
    'tel:+4930',
    'javascript:alert(1)',
    'intent://x#Intent;end',
    'https://apps.apple.com/de/app/id1',
    'https://play.google.com/store/apps/details?id=app.hot',
  ])('%s is not handled', (url) => expect(linkTarget(url, places)).toEqual({ to: 'untouched' }))
})

test("the click's default is prevented only if the link was handled", () => {
  const log: string[] = []
  const press = (href: string) =>
    openLink(href, {
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
