import { expect, test } from 'vitest'
import { bySlug, channelSlug } from './formats-page.tsx'

const channels = [{ name: 'RTL' }, { name: 'RTL+' }, { name: 'Sat.1' }]

test('the URL has the slug of a channel, which is unique', () => {
  expect(channels.map(channelSlug)).toEqual(['rtl', 'rtl-plus', 'sat1'])
  expect(bySlug(channels, 'rtl-plus')?.name).toBe('RTL+')
})

test('no channel or an unknown one filters nothing', () => {
  expect(bySlug(channels, undefined)).toBeUndefined()
  expect(bySlug(channels, 'arte')).toBeUndefined()
})
