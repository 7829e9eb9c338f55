import { describe, expect, test } from 'vitest'
import { adminPostKind, postOutcome, restoreOutcome } from '../contract/admin/posts.ts'
import { postType } from '../contract/post.ts'
import {
  deletionTemplates,
  editTemplates,
  postOutcomeText,
  postTypeOfKind,
  rejectionTemplates,
  restoreOutcomeText,
  restoreTemplates,
} from './moderation.ts'

test('each German label stands for a kind of its own', () => {
  expect(adminPostKind.options.map(postTypeOfKind).sort()).toEqual([...postType.options].sort())
})

describe('who comes second is told what happened', () => {
  const outcomes = postOutcome.shape.outcome.options
  test('and only who did something is told nothing', () => {
    expect(outcomes.filter((outcome) => postOutcomeText({ outcome, by: null }) === null)).toEqual(['done'])
    const restores = restoreOutcome.shape.outcome.options
    expect(restores.filter((outcome) => restoreOutcomeText({ outcome, by: null }) === null)).toEqual(['done'])
  })
  test('by name, where it is known', () => {
    expect(postOutcomeText({ outcome: 'decided', by: 'lagerwache' })).toMatch(/^lagerwache war schneller/)
    expect(postOutcomeText({ outcome: 'decided', by: null })).toMatch(/^Jemand anderes aus dem Team war schneller/)
    expect(postOutcomeText({ outcome: 'gone', by: 'lagerwache' })).toBe(
      'Beitrag nicht gefunden. lagerwache hat ihn gelöscht.',
    )
    expect(restoreOutcomeText({ outcome: 'restored', by: 'chefin' })).toMatch(/^chefin hat/)
  })
  test('without a name when the post is gone and nobody is known to have deleted it', () => {
    expect(postOutcomeText({ outcome: 'gone', by: null })).toBe('Beitrag nicht gefunden')
  })
})

test('no template is said twice or is longer than a line', () => {
  for (const list of [rejectionTemplates, deletionTemplates, editTemplates, restoreTemplates]) {
    expect(new Set(list).size).toBe(list.length)
    for (const text of list) expect(text.length).toBeLessThan(80)
  }
})
