import { expect, test } from 'vitest'
import { type PersistedEntry, persistedLimits, persistedSurplus } from './persisted-queries.ts'

const around = { owner: 'anna', build: 'b1', now: 1_800_000_000_000 }
const read = (ago: number, key: readonly string[] = ['home'], size = 10): PersistedEntry => {
  const { now, ...mine } = around
  return { ...mine, at: now - ago, size, key }
}

const surplus = (entries: readonly PersistedEntry[], online: boolean) =>
  persistedSurplus(entries, { ...around, online }).map(({ at }) => around.now - at)

test("members' content is deleted after a day when there is a network, other content after seven", () => {
  const { writtenAgeMs, ageMs } = persistedLimits
  const entries = [
    read(writtenAgeMs, ['posts', 'one']),
    read(writtenAgeMs - 1, ['comments', 'of']),
    read(writtenAgeMs + 1, ['stars', 'one']),
    read(ageMs),
  ]
  expect(surplus(entries, true)).toEqual([writtenAgeMs, ageMs])
  expect(surplus(entries, false)).toEqual([ageMs])
})

test('the newest stay if there are too many or too large records', () => {
  const many = Array.from({ length: persistedLimits.entries + 2 }, (_, index) => read(index))
  expect(surplus(many, true)).toEqual([persistedLimits.entries, persistedLimits.entries + 1])
  const large = [1, 2, 3].map((ago) => read(ago, ['home'], persistedLimits.totalSize / 2))
  expect(surplus(large, true)).toEqual([3])
})
