import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeCaches } from '../../../tests/support/web/fake-caches.ts'
import { forgetTaps, storeTap, takeTaps } from './push.ts'

const origin = 'https://hot.example'
const id = (n: number) => `80000000-0000-4000-8000-${String(n).padStart(12, '0')}`

beforeEach(() => vi.stubGlobal('caches', fakeCaches()))
afterEach(() => vi.unstubAllGlobals())

it('what was tapped is given out once, however often it was tapped', async () => {
  await storeTap(id(1), origin)
  await storeTap(id(2), origin)
  await storeTap(id(1), origin)
  expect((await takeTaps()).toSorted()).toEqual([id(1), id(2)])
  expect(await takeTaps()).toEqual([])
})

it('a message that could not be read has no notification; asking alone keeps nothing', async () => {
  await storeTap('hot', origin)
  expect(await takeTaps()).toEqual([])
  expect(await caches.keys()).toEqual([])
})

it('whoever signs out leaves nothing to mark', async () => {
  await storeTap(id(1), origin)
  await forgetTaps()
  expect(await takeTaps()).toEqual([])
})
