import { expect, test } from 'vitest'
import { siteLinks } from '../start/site-queries.ts'

test('the footer shows only what the operator configured', () => {
  expect(siteLinks({ tiktok_url: 'https://tiktok.example/hot', app_store_url: 'https://apps.example/hot' })).toEqual({
    social: [{ title: 'TikTok', href: 'https://tiktok.example/hot' }],
    stores: [{ title: 'iOS', href: 'https://apps.example/hot' }],
  })
  expect(siteLinks({})).toEqual({ social: [], stores: [] })
})

test('an entry without a valid web address is omitted', () => {
  expect(siteLinks({ x_url: 'javascript:alert(1)', youtube_url: '' })).toEqual({ social: [], stores: [] })
})
