import { describe, expect, test } from 'vitest'
import { mayFetch } from '../../tests/support/site/robots.ts'
import { barredNames, isBarred, searchNames } from '../pages/cacheable-search.ts'
import { readSettings } from '../settings/settings.ts'
import { miningHeaders, robotsText } from './robots.ts'

const reserved = robotsText('https://hot.example', 'reserved')

describe('robots.txt', () => {
  test.each([
    ['/', true],
    ['/stars/mandy', true],
    ['/stars?nach=abc', true],
    ['/trashtalk?sortierung=neu', true],
    ['/trashtalk?sortierung=neu&nach=abc', true],
    ['/storage/v1/object/public/avatars/mandy.webp', true],
    ['/og/post/1.png?v=2', true],
    ['/trashtalk?sortierung=heiss', false],
    ['/trashtalk?sortierung=neu&tag=1', false],
    ['/kalender?datum=2199-01-01', false],
    ['/kalender?ansicht=liste&sender=rtl', false],
    ['/stars?buchstabe=M&nach=abc', false],
    ['/trashtalk/geruechte/2026/11/21/x?kommentar=1', false],
    ['/storage/v1/object/list/avatars', false],
    ['/rest/v1/stars', false],
    ['/account', false],
  ])('for search engines %s: %s', (address, may) => expect(mayFetch(reserved, 'Googlebot', address)).toBe(may))

  test('every parameter of a page is barred, but the one that leads to another page', () => {
    expect(searchNames.filter((name) => !barredNames.includes(name))).toEqual(['nach'])
    for (const name of barredNames) expect(mayFetch(reserved, 'Bingbot', `/x?nach=1&${name}=2`), name).toBe(false)
  })

  test('crawlers that gather texts for training may fetch nothing, unless the operator allows it', () => {
    for (const crawler of ['GPTBot', 'CCBot', 'ClaudeBot', 'Google-Extended', 'Applebot-Extended']) {
      expect(mayFetch(reserved, crawler, '/'), crawler).toBe(false)
      expect(mayFetch(robotsText('', 'allowed'), crawler, '/'), crawler).toBe(true)
    }
  })
})

test.each([
  ['/kalender?datum=2026-11-21', true],
  ['/trashtalk?sortierung=neu', false],
  ['/trashtalk?sortierung=neu&nach=x', false],
  ['/trashtalk?sortierung=neu&tag=x', true],
  ['/trashtalk?sortierung=top', true],
  ['/stars?nach=x', false],
  ['/stars', false],
])('%s is kept out of results: %s', (href, barred) => expect(isBarred(href)).toBe(barred))

test('the reservation is the default, and a setting', () => {
  expect(miningHeaders(readSettings({}).textMining)).toEqual(['tdm-reservation', '1'])
  expect(miningHeaders(readSettings({ HOT_TEXT_MINING: 'allowed' }).textMining)).toEqual(['tdm-reservation', '0'])
  expect(() => readSettings({ HOT_TEXT_MINING: 'nein' })).toThrow('HOT_TEXT_MINING muss reserved oder allowed sein')
})
