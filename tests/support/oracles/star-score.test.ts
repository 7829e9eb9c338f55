import { describe, expect, it, test } from 'vitest'
import { bayesianAverage, hotScore, questionMeans, type StarVotes } from './star-score.ts'

const times = (count: number, value: number) => Array.from({ length: count }, () => value)
const votes = (demand: number[], realness: number[], drama: number[]): StarVotes => ({ demand, realness, drama })
const neutral = { demand: 3, realness: 3, drama: 3 }

describe('hotScore', () => {
  test.each([
    ['no votes at neutral means', votes([], [], []), neutral, 50],
    ['no votes at the highest means', votes([], [], []), { demand: 5, realness: 5, drama: 5 }, 100],
    ['no votes at the lowest means', votes([], [], []), { demand: 1, realness: 1, drama: 1 }, 0],
    // D = (30 + 50) / 20 = 4, R = A = 3 → 100 · (2 + 0.6 + 0.9 − 1) / 4
    ['ten fives on demand', votes(times(10, 5), [], []), neutral, 62.5],
    ['ten fives on realness', votes([], times(10, 5), []), neutral, 55],
    ['ten fives on drama', votes([], [], times(10, 5)), neutral, 57.5],
    // D = 31/11, R = 34/11, A = 33/11
    ['one vote each', votes([1], [4], [3]), neutral, 48.2],
    // A = 60/40, D = R = 3: exactly 38.75, which binary fractions miss slightly
    ['an exact half', votes([], [], times(30, 1)), neutral, 38.8],
    ['a thousand fives', votes(times(1000, 5), times(1000, 5), times(1000, 5)), neutral, 99.5],
  ])('%s', (_, star, means, score) => expect(hotScore(star, means)).toBe(score))
})

describe('bayesianAverage', () => {
  test.each([
    [[], 3.4, 3.4],
    [[5], 3, 35 / 11],
    [times(90, 5), 3, 4.8],
  ])('of %s at a mean of %d is %d', (values, mean, average) =>
    expect(bayesianAverage(values, mean)).toBeCloseTo(average, 12),
  )
})

describe('questionMeans', () => {
  it('averages votes, not stars', () => {
    const means = questionMeans([votes([5, 5, 5], [1], []), votes([1], [2], [])])
    expect(means).toEqual({ demand: 4, realness: 1.5, drama: 3 })
  })
})
