import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeCaches } from '../../../tests/support/web/fake-caches.ts'
import { forgetTaps, storeTap, takeTaps } from './push.ts'

const origin = 'https://hot.example'
const id = (n: number) => `80000000-0000-4000-8000-${String(n).padStart(12, '0')}`

beforeEach(() => vi.stubGlobal('caches', fakeCaches()))
afterEach(() => vi.unstubAllGlobals())

it('a tapped notification is returned once, however often it was tapped', async () => {
  await storeTap(id(1), origin)
  await storeTap(id(2), origin)
  await storeTap(id(1), origin)
  expect((await takeTaps()).toSorted()).toEqual([id(1), id(2)])
  expect(await takeTaps()).toEqual([])
})

it('an unreadable message has no notification; reading stores nothing', async () => {
  await storeTap('hot', origin)
  expect(await takeTaps()).toEqual([])
  expect(await caches.keys()).toEqual([])
})

it('signing out deletes what was to be marked', async () => {
  await storeTap(id(1), origin)
  await forgetTaps()
  expect(await takeTaps()).toEqual([])
})
