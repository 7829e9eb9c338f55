import { expect, test } from 'vitest'
import { addressOf, inManifest, linksOf } from './app-links.ts'

test.each([
  ['index.tsx', '/'],
  ['formate.$formatSlug.index.tsx', '/formate/$formatSlug'],
  ['user.$userSlug.$.tsx', '/user/$userSlug/$'],
])('%s is %s', (file, address) => expect(addressOf(file)).toBe(address))

const files = [
  'index.tsx',
  '$.tsx',
  'stars.index.tsx',
  'stars.$starSlug.tsx',
  'charts.index.tsx',
  'charts.stars.hot.tsx',
  'melden.antworten.tsx',
  'user.$userSlug.tsx',
  'user.$userSlug.fan-von.tsx',
  'account.profil.tsx',
  'admin.tsx',
]

test('public pages open, what lies below them by their folder, and private ones not at all', () =>
  expect(linksOf(files)).toEqual({
    pages: ['/', '/charts', '/melden/antworten', '/stars'],
    folders: ['/charts/', '/stars/', '/user/'],
  }))

const filter = (...data: string[]) =>
  `<intent-filter>\n  <data android:host="\${siteHost}" />\n${data.map((line) => `  <data android:${line} />\n`).join('')}</intent-filter>\n  <data android:path="/callback" />`

test('the manifest gets the addresses in place of those it had, and keeps the rest', () =>
  expect(inManifest(filter('path="/old"', 'pathPrefix="/old/"'), { pages: ['/'], folders: ['/stars/'] })).toBe(
    filter('path=""', 'path="/"', 'pathPrefix="/stars/"'),
  ))

test('a manifest without such a filter is refused', () =>
  expect(() => inManifest('<manifest />', { pages: [], folders: [] })).toThrow('no filter'))
