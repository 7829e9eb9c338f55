import { describe, expect, it, test } from 'vitest'
import { hotRank } from './hot-rank.ts'

const at = (seconds: number) => new Date(seconds * 1000)
const post = (fields: object, seconds = 0) => ({
  hearts: 0,
  poops: 0,
  votes: 0,
  comments: 0,
  created_at: at(seconds),
  ...fields,
})

describe('hotRank', () => {
  test.each([
    [post({}), 0],
    [post({ hearts: 1 }), 0],
    [post({ hearts: 60, poops: 10, votes: 30, comments: 20 }), 2],
    [post({ poops: 10 }), -1],
    [post({ hearts: 5, poops: 5 }), 0],
    [post({}, 90_000), 2],
  ])('%o is %d', (ranked, rank) => expect(hotRank(ranked)).toBeCloseTo(rank, 12))

  it('lets ten times the activity outweigh 12.5 hours, and no more', () => {
    expect(hotRank(post({ votes: 100 }))).toBeGreaterThan(hotRank(post({ votes: 10 }, 44_999)))
    expect(hotRank(post({ votes: 100 }))).toBeLessThan(hotRank(post({ votes: 10 }, 45_001)))
  })
})
