import { expect, test } from 'vitest'
import { readFollowers, readPlatform, readSocialAddress, socialFault } from './social-account.ts'

test.each([
  ['instagram', '@mandy.p', 'mandy.p', 'https://www.instagram.com/mandy.p'],
  ['instagram', 'https://instagram.com/mandy.p/?hl=de&igsh=abc', 'mandy.p', 'https://www.instagram.com/mandy.p'],
  ['tiktok', 'https://www.tiktok.com/@mandy?lang=de', 'mandy', 'https://www.tiktok.com/@mandy'],
  ['youtube', 'youtube.com/@MandyTV/videos', 'MandyTV', 'https://www.youtube.com/@MandyTV'],
  ['youtube', 'https://www.youtube.com/channel/UC12_-x', 'UC12_-x', 'https://www.youtube.com/channel/UC12_-x'],
  ['x', 'https://twitter.com/mandy', 'mandy', 'https://x.com/mandy'],
  ['x', 'https://mobile.x.com/_mandy_/media', '_mandy_', 'https://x.com/_mandy_'],
  ['tiktok', 'm.tiktok.com/@mandy', 'mandy', 'https://www.tiktok.com/@mandy'],
  ['tiktok', 'https://www.tiktok.com/@mandy/?_t=8x&_r=1', 'mandy', 'https://www.tiktok.com/@mandy'],
  ['instagram', 'http://m.instagram.com/mandy.p', 'mandy.p', 'https://www.instagram.com/mandy.p'],
  ['instagram', 'instagram.com/_u/mandy.p/', 'mandy.p', 'https://www.instagram.com/mandy.p'],
  ['instagram', 'www.instagram.com/mandy.p/reels/', 'mandy.p', 'https://www.instagram.com/mandy.p'],
  ['youtube', 'https://m.youtube.com/@MandyTV/shorts', 'MandyTV', 'https://www.youtube.com/@MandyTV'],
  ['youtube', 'youtube.com/user/Mandy?app=desktop', 'Mandy', 'https://www.youtube.com/user/Mandy'],
  ['threads', 'https://www.threads.net/@mandy?hl=de', 'mandy', 'https://www.threads.com/@mandy'],
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
  ['instagram', 'https://www.instagram.com/p/C0abc/', /Beitrag, kein Profil/],
  ['instagram', 'instagram.com/reel/C0abc/?igsh=x', /Beitrag/],
  ['instagram', 'https://www.instagram.com/stories/mandy.p/33/', /Beitrag/],
  ['instagram', 'https://www.instagram.com/mandy.p/p/C0abc/', /Beitrag von mandy\.p/],
  ['instagram', 'https://www.instagram.com/explore/tags/love', /Seite der Plattform/],
  ['instagram', 'https://www.instagram.com/share/BAbc', /Kurzlink/],
  ['instagram', 'instagram.com', /Gib den Namen/],
  ['tiktok', 'https://vm.tiktok.com/ZMabc/', /Kurzlink/],
  ['tiktok', 'https://www.tiktok.com/t/ZTabc/', /Kurzlink/],
  ['tiktok', 'https://www.tiktok.com/@mandy/video/73', /Beitrag von mandy/],
  ['youtube', 'https://www.youtube.com/watch?v=abc', /Beitrag/],
  ['youtube', 'youtube.com/shorts/abc', /Beitrag/],
  ['youtube', 'https://youtu.be/abc', /Beitrag/],
  ['x', 'https://x.com/i/communities/1', /Seite der Plattform/],
  ['x', 'https://twitter.com/mandy/status/1', /Beitrag von mandy/],
  ['threads', 'https://www.threads.com/@mandy/post/1', /Beitrag von mandy/],
  ['instagram', 'https://www.tiktok.com/@mandy', /gehört zu TikTok/],
  ['x', 'zwei Wörter', /Gib den Namen/],
] as const)('%s: %s is refused by a sentence that says why', (platform, typed, sentence) => {
  expect(readSocialAddress(platform, typed)).toBeNull()
  expect(socialFault(platform, typed)).toMatch(sentence)
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
