import { describe, expect, test } from 'vitest'
import { type KarmaReason, karmaOf, reactionCounts } from './karma.ts'

describe('karmaOf', () => {
  test.each<[KarmaReason[], number]>([
    [[], 0],
    [['post_approved', 'post_heart', 'post_heart', 'comment_heart'], 8],
    [['post_poop', 'comment_poop'], -2],
    [['rumor_verified'], 10],
    [['rumor_debunked', 'post_rejected', 'comment_removed'], -11],
  ])('%j is %i', (reasons, karma) => expect(karmaOf(reasons)).toBe(karma))
})

describe('reactionCounts', () => {
  test.each([
    ['another member', { id: 'b', banned: false }, true],
    ['oneself', { id: 'a', banned: false }, false],
    ['a banned account', { id: 'b', banned: true }, false],
  ])('of %s: %s', (_, actor, counts) => expect(reactionCounts('a', actor)).toBe(counts))
})
