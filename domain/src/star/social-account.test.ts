import { expect, test } from 'vitest'
import { readFollowers, readPlatform, readSocialAddress } from './social-account.ts'

test.each([
  ['instagram', '@mandy.p', 'mandy.p', 'https://www.instagram.com/mandy.p'],
  ['instagram', 'https://instagram.com/mandy.p/?hl=de&igsh=abc', 'mandy.p', 'https://www.instagram.com/mandy.p'],
  ['tiktok', 'https://www.tiktok.com/@mandy?lang=de', 'mandy', 'https://www.tiktok.com/@mandy'],
  ['youtube', 'youtube.com/@MandyTV/videos', 'MandyTV', 'https://www.youtube.com/@MandyTV'],
  ['youtube', 'https://www.youtube.com/channel/UC12_-x', 'UC12_-x', 'https://www.youtube.com/channel/UC12_-x'],
  ['x', 'https://twitter.com/mandy', 'mandy', 'https://x.com/mandy'],
  ['threads', 'mandy', 'mandy', 'https://www.threads.com/@mandy'],
] as const)('%s: %s is %s', (platform, typed, handle, url) => {
  expect(readSocialAddress(platform, typed)).toEqual({ handle, url })
})

test.each([
  ['instagram', ''],
  ['instagram', 'zwei Wörter'],
  ['instagram', 'https://www.tiktok.com/@mandy'],
  ['instagram', 'https://evil.example/mandy'],
  ['instagram', 'javascript:alert(1)'],
  ['instagram', 'https://www.instagram.com/'],
  ['x', 'x'.repeat(101)],
] as const)('%s does not take %s', (platform, typed) => {
  expect(readSocialAddress(platform, typed)).toBeNull()
})

test.each([
  ['1234567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['1 234', 1234],
  ["12'345", 12_345],
  ['0', 0],
  ['1,2 Mio.', null],
  ['12.34', null],
  ['-5', null],
  ['', null],
  ['9999999999', null],
])('%s followers are %s', (typed, value) => {
  expect(readFollowers(typed)).toBe(value)
})

test('platforms are found by key, name and former name', () => {
  expect(['TikTok', ' youtube ', 'Twitter', 'X'].map(readPlatform)).toEqual(['tiktok', 'youtube', 'x', 'x'])
  expect(readPlatform('facebook')).toBeNull()
})
