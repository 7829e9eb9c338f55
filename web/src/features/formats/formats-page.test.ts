import { expect, test } from 'vitest'
import { bySlug, channelSlug } from './formats-page.tsx'

const channels = [{ name: 'RTL' }, { name: 'RTL+' }, { name: 'Sat.1' }]

test('the address names a channel by its slug, and every channel has its own', () => {
  expect(channels.map(channelSlug)).toEqual(['rtl', 'rtl-plus', 'sat1'])
  expect(bySlug(channels, 'rtl-plus')?.name).toBe('RTL+')
})

test('an address without or with an unknown channel filters nothing', () => {
  expect(bySlug(channels, undefined)).toBeUndefined()
  expect(bySlug(channels, 'arte')).toBeUndefined()
})
