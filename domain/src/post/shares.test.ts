import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentages } from './shares.ts'

test.each([
  [
    [5, 5, 7, 5],
    [23, 23, 32, 22],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [3, 0],
    [100, 0],
  ],
  [
    [0, 0],
    [0, 0],
  ],
  [[], []],
])('%j are %j percent', (votes, shares) => {
  expect(percentages(votes)).toEqual(shares)
})

test('they add up to 100, keep the order of the votes and are never a whole percent off', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 20 }), (votes) => {
      const all = votes.reduce((sum, count) => sum + count, 0)
      fc.pre(all > 0)
      const shares = percentages(votes)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100)
      for (const [at, share] of shares.entries()) {
        expect(Math.abs(share - ((votes[at] ?? 0) / all) * 100)).toBeLessThan(1)
        for (const [other, theirs] of shares.entries())
          if ((votes[at] ?? 0) > (votes[other] ?? 0)) expect(share).toBeGreaterThanOrEqual(theirs)
      }
    }),
  )
})
