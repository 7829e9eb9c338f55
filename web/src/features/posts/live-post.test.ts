import type { PostCard } from '@hot/domain/contract/post'
import { describe, expect, it } from 'vitest'
import type { RowChange } from '#web/lib/realtime/row-watch.ts'
import { withRow } from './live-post.ts'

const rumor = {
  id: 'p1',
  hearts: 5,
  poops: 2,
  comments: 1,
  votes: 10,
  updated_at: '2026-11-20T10:00:00Z',
  rumor: { status: 'unverified', agree: 6, disagree: 4 },
  poll: null,
} as unknown as PostCard
const poll = {
  ...rumor,
  rumor: null,
  poll: { ends_at: null, options: [{ id: 'a', text: 'Sofa', position: 1, votes: 1 }] },
} as PostCard
const changeOf = (table: string, row: RowChange['row'], event: RowChange['event'] = 'UPDATE'): RowChange => ({
  table,
  event,
  row,
  old: { id: 'p1' },
})

describe('a row that changed', () => {
  it.each([
    [
      'counters of the post',
      rumor,
      changeOf('community_posts', { hearts_count: 9, votes_count: 12 }),
      { hearts: 9, votes: 12, poops: 2 },
    ],
    [
      'sides of the rumor',
      rumor,
      changeOf('post_rumors', { agree_count: 8, disagree_count: 4 }),
      { rumor: { status: 'unverified', agree: 8, disagree: 4 } },
    ],
    [
      'votes of an option',
      poll,
      changeOf('poll_options', { id: 'a', text: 'Sofa', votes_count: 3 }),
      { poll: { ends_at: null, options: [{ id: 'a', text: 'Sofa', position: 1, votes: 3 }] } },
    ],
  ])('moves the %s', (_, post, change, expected) => {
    expect(withRow(post, change)).toMatchObject(expected)
  })

  it('with the same edit time in another notation only changes counters', () => {
    const row = { status: 'approved', updated_at: '2026-11-20T10:00:00+00:00', hearts_count: 6 }
    expect(withRow(rumor, changeOf('community_posts', row))?.hearts).toBe(6)
  })

  it.each([
    ['a deletion', rumor, changeOf('community_posts', {}, 'DELETE')],
    ['a rejection', rumor, changeOf('community_posts', { status: 'rejected' })],
    ['an edit', rumor, changeOf('community_posts', { status: 'approved', updated_at: '2026-11-21T10:00:00Z' })],
    ['a verdict on the rumor', rumor, changeOf('post_rumors', { rumor_status: 'verified', agree_count: 6 })],
    ['another answer', poll, changeOf('poll_options', { id: 'z', text: 'Neu', votes_count: 0 }, 'INSERT')],
    ['an answer with another text', poll, changeOf('poll_options', { id: 'a', text: 'Sessel', votes_count: 1 })],
  ])('by %s has the whole post fetched', (_, post, change) => {
    expect(withRow(post, change)).toBeNull()
  })
})
