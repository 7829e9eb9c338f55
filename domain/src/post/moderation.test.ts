import { describe, expect, test } from 'vitest'
import { adminPostKind, postOutcome, restoreOutcome } from '../contract/admin/posts.ts'
import { postType } from '../contract/post.ts'
import { postOutcomeText, postTypeOfKind, restoreOutcomeText } from './moderation.ts'
import { subjectNames } from './sensitive-subjects.ts'

test('each German label is a different kind', () => {
  expect(adminPostKind.options.map(postTypeOfKind).sort()).toEqual([...postType.options].sort())
})

describe('staff whose decision came second are told what happened', () => {
  const outcomes = postOutcome.shape.outcome.options
  test('unless they were the first', () => {
    expect(outcomes.filter((outcome) => postOutcomeText({ outcome, by: null }) === null)).toEqual(['done'])
    const restores = restoreOutcome.shape.outcome.options
    expect(restores.filter((outcome) => restoreOutcomeText({ outcome, by: null }) === null)).toEqual(['done'])
  })
  test('by name, if it is known', () => {
    expect(postOutcomeText({ outcome: 'decided', by: 'lagerwache' })).toMatch(/^lagerwache war schneller/)
    expect(postOutcomeText({ outcome: 'decided', by: null })).toMatch(/^Jemand anderes aus dem Team war schneller/)
    expect(postOutcomeText({ outcome: 'gone', by: 'lagerwache' })).toBe(
      'Beitrag nicht gefunden. lagerwache hat ihn gelöscht.',
    )
    expect(restoreOutcomeText({ outcome: 'restored', by: 'chefin' })).toMatch(/^chefin hat/)
  })
  test('without a name if it is unknown who deleted the post', () => {
    expect(postOutcomeText({ outcome: 'gone', by: null })).toBe('Beitrag nicht gefunden')
  })
})

test('sensitive subjects are named in German, as a sentence lists them', () => {
  expect(subjectNames([])).toBe('')
  expect(subjectNames(['health'])).toBe('Gesundheit')
  expect(subjectNames(['health', 'crime', 'minors'])).toBe('Gesundheit, Straftaten und Minderjährige')
})
