import { expect, test } from 'vitest'
import { mayReload } from './stale-build.ts'

function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

test('the page reloads once, not in a loop', () => {
  const storage = memory()
  const may = (now: number) => mayReload(() => storage, now)
  expect([may(1_000_000), may(1_000_500), may(1_059_999)]).toEqual([true, false, false])
})

test('a later deploy may reload again', () => {
  const storage = memory()
  mayReload(() => storage, 1_000_000)
  expect(mayReload(() => storage, 1_060_000)).toBe(true)
})

test('without session storage the page never reloads itself', () => {
  const blocked = () => {
    throw new Error('SecurityError')
  }
  expect(mayReload(blocked, 1)).toBe(false)
})
