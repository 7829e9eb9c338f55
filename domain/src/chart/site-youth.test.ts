import { expect, test } from 'vitest'
import { minWeighingVotes } from '../star/hot-score.ts'
import { minDecidedVotes } from './entries.ts'
import { siteYouth, youthEffects } from './site-youth.ts'

test('a young site opens its charts with a tenth of the usual votes, and at least one', () => {
  const tenth = (votes: number) => Math.max(1, Math.floor(votes / 10))
  expect(siteYouth.weighingVotes).toBe(tenth(minWeighingVotes))
  expect(siteYouth.decidedVotes).toBe(tenth(minDecidedVotes))
})

test('its admins read with which numbers', () => {
  const said = youthEffects.join(' ')
  expect(said).toContain(`statt mit ${minWeighingVotes}`)
  expect(said).toContain(`statt mit ${minDecidedVotes}`)
})
