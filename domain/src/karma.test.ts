import { describe, expect, test } from 'vitest'
import { type KarmaReason, karmaOf, reactionCounts } from './karma.ts'

describe('karmaOf', () => {
  test.each<[KarmaReason[], number]>([
    [[], 0],
    [['post_approved', 'heart_on_post', 'heart_on_post', 'heart_on_comment'], 8],
    [['poop_on_post', 'poop_on_comment'], -2],
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
