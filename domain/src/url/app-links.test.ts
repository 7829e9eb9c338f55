import { describe, expect, test } from 'vitest'
import { deepLinkTarget, isFeedLink, pushTarget } from './app-links.ts'

const site = 'https://hot.example'
const target = (link: string) => deepLinkTarget(link, site)

test.each([
  ['https://hot.example', '/'],
  ['https://hot.example/', '/'],
  ['https://hot.example/stars', '/stars'],
  ['https://hot.example/stars/', '/stars/'],
  ['HTTPS://HOT.EXAMPLE/stars/bo-bachmann', '/stars/bo-bachmann'],
  ['https://hot.example/stars/voting', '/stars/voting'],
  ['https://hot.example/formate/inselfieber/staffel/staffel-7', '/formate/inselfieber/staffel/staffel-7'],
  ['https://hot.example/format/altes', '/format/altes'],
  ['https://hot.example/seasons/7a1e3f0c-0000-4000-8000-000000000001', '/seasons/7a1e3f0c-0000-4000-8000-000000000001'],
  [
    'https://hot.example/trashtalk/geruechte/2026/11/02/aus#kommentare',
    '/trashtalk/geruechte/2026/11/02/aus#kommentare',
  ],
  ['https://hot.example/trash-talk/umfragen/x', '/trash-talk/umfragen/x'],
  ['https://hot.example/charts/stars/hot-bestenliste?zeitraum=30', '/charts/stars/hot-bestenliste?zeitraum=30'],
  ['https://hot.example/kalender?ansicht=monat', '/kalender?ansicht=monat'],
  ['https://hot.example/user/%40J%C3%BCrgen', '/user/%40J%C3%BCrgen'],
  ['https://hot.example/melden/bestaetigen?token=a.b', '/melden/bestaetigen?token=a.b'],
  ['https://hot.example/stars/x/../../kalender', '/kalender'],
])('%s opens %s', (link, path) => expect(target(link)).toBe(path))

const hostile: Record<string, readonly string[]> = {
  'another host': [
    'https://evil.example/stars',
    'https://hot.example.evil.example/stars',
    'https://evilhot.example/stars',
    'https://www.hot.example/stars',
    'https://hot.example./stars',
    'https://xn--ht-fka.example/stars',
    'https://hοt.example/stars',
    'https://127.0.0.1/stars',
    '//hot.example/stars',
    '/stars',
    '',
  ],
  'a user or a port': [
    'https://hot.example@evil.example/stars',
    'https://evil.example@hot.example/stars',
    'https://a:b@hot.example/stars',
    'https://@hot.example/stars',
    'https://hot.example:8443/stars',
    'https://hot.example:443/stars',
    'https://hot.example:/stars',
    'https://hot.example:443@evil.example/stars',
  ],
  'another protocol': [
    'http://hot.example/stars',
    'javascript:alert(1)',
    'javascript://hot.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///stars',
    'intent://hot.example/stars#Intent;scheme=https;end',
    'capacitor://localhost/stars',
    'blob:https://hot.example/stars',
    'view-source:https://hot.example/stars',
    'de.example.hot://oauth/callback?code=1',
    'de.example.hot://stars/bo-bachmann',
    'de.example.hot:/stars',
    'https:/hot.example/stars',
    'https:hot.example/stars',
  ],
  'two readings': [
    'https:\\\\hot.example\\stars',
    'https://evil.example\\@hot.example/stars',
    'https://hot.example\\.evil.example/stars',
    'https://hot.example/\\evil.example',
    'https://hot.example//evil.example/stars',
    'https://hot.example/stars//evil.example',
    'https://hot.example/stars/%2f%2fevil.example',
    'https://hot.example/stars/..%2fadmin',
    'https://hot.example/stars/%5cevil.example',
    'https://hot.example/stars/%00',
    'https://hot.example/stars/%0d%0aSet-Cookie:a',
    'https://hot.example/stars/%ff',
    ' https://hot.example/stars',
    'https://hot.example/stars\n',
    'https://hot.exa\tmple/stars',
    `https://hot.example/stars/${'a'.repeat(2048)}`,
  ],
  'a page for browsers': [
    'https://hot.example/auth',
    'https://hot.example/auth/callback?code=1',
    'https://hot.example/auth/v1/verify?token=1',
    'https://hot.example/admin/users',
    'https://hot.example/account/sicherheit',
    'https://hot.example/invites',
    'https://hot.example/stars/../admin',
    'https://hot.example/stars/%2e%2e/admin',
    'https://hot.example/kalender.ics',
    'https://hot.example/formate/inselfieber.ics',
    'https://hot.example/formate/inselfieber.ICS',
    'https://hot.example/trashtalk.rss',
    'https://hot.example/sitemap.xml',
    'https://hot.example/config.json',
    'https://hot.example/_mailbox',
    'https://hot.example/rest/v1/rpc/x',
    'https://hot.example/og/star/x.png',
    'https://hot.example/seasons/',
    'https://hot.example/starsfoo',
  ],
}

describe.each(Object.entries(hostile))('%s is refused', (_, links) => {
  test.each(links)('%j', (link) => expect(target(link)).toBeNull())
})

test.each(['http://hot.example', '', 'hot.example'])('a site at %j has no links', (wrong) =>
  expect(deepLinkTarget('http://hot.example/stars', wrong)).toBeNull(),
)

test("a feed is at the site's own host and recognised by its ending", () => {
  expect(isFeedLink('https://hot.example/formate/inselfieber.ics', site)).toBe(true)
  expect(isFeedLink('https://hot.example/formate/inselfieber', site)).toBe(false)
  expect(isFeedLink('https://evil.example/formate/inselfieber.ics', site)).toBe(false)
  expect(isFeedLink('https://a@hot.example/kalender.ics', site)).toBe(false)
})

test.each([
  '/trashtalk/diskussionen/2026/11/21/was?kommentar=8&x=%2F#kommentar-8',
  '/account/benachrichtigungen',
  '/account/inhalte',
  '/account/moderation',
  '/invites',
])('a push opens %s', (path) => expect(pushTarget(path, site)).toBe(path))

test.each([
  'https://hot.example/stars',
  'https://evil.example/stars',
  '//evil.example/stars',
  '/\\evil.example',
  '/\tstars',
  '@evil.example/stars',
  '.evil.example/stars',
  ':8443/stars',
  'stars',
  'javascript:alert(1)',
  '/account/daten',
  '/account/benachrichtigungen/../daten',
  '/stars/../admin',
  '/admin',
  '/auth/callback?code=1',
  '/kalender.ics',
  `/stars/${'x'.repeat(2048)}`,
  '',
  undefined,
  7,
])('a push with the path %j opens nothing', (path) => expect(pushTarget(path, site)).toBeNull())
