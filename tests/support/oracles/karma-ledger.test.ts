import { expect, test } from 'vitest'
import { reactionCounts } from './karma-ledger.ts'

test.each([
  ['another member', { id: 'b', banned: false }, true],
  ['oneself', { id: 'a', banned: false }, false],
  ['a banned account', { id: 'b', banned: true }, false],
])('a reaction of %s counts: %s', (_, actor, counts) => expect(reactionCounts('a', actor)).toBe(counts))
