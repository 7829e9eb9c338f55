import { expect, test } from 'vitest'
import { liveNews, withFresh, withoutFresh } from './live-comments.tsx'

const row = {
  id: 'c',
  post_id: 'p',
  parent_id: null,
  author_id: 'm',
  content: 'Text',
  mentions: null,
  created_at: '2026-11-21T12:00:00Z',
  edited_at: null,
  deleted_at: null,
  hearts_count: 2,
  poops_count: 1,
}
const on = (event: 'INSERT' | 'UPDATE', changes: object) =>
  liveNews({ table: 'comments', event, row: { ...row, ...changes }, old: {} })

test.each([
  [on('INSERT', {}), { kind: 'new', id: 'c', by: 'm' }],
  [on('INSERT', { parent_id: 'a' }), { kind: 'new', id: 'c', by: 'm' }],
  [
    on('UPDATE', { content: 'Hey @Anna', mentions: { anna: 'anna' }, edited_at: '2026-11-21T12:01:00Z' }),
    {
      kind: 'changed',
      id: 'c',
      change: {
        content: 'Hey @Anna',
        mentions: { anna: 'anna' },
        edited_at: '2026-11-21T12:01:00Z',
        hearts: 2,
        poops: 1,
      },
    },
  ],
  [on('UPDATE', { deleted_at: '2026-11-21T12:01:00Z', content: '' }), { kind: 'gone', id: 'c' }],
  [liveNews({ table: 'comments', event: 'DELETE', row: {}, old: { id: 'c' } }), { kind: 'gone', id: 'c' }],
  [
    liveNews({ table: 'community_posts', event: 'UPDATE', row: { id: 'p', comments_count: 7 }, old: {} }),
    { kind: 'total', total: 7 },
  ],
  [liveNews({ table: 'comments', event: 'INSERT', row: {}, old: {} }), null],
  [liveNews({ table: 'comments', event: 'DELETE', row: {}, old: {} }), null],
])('%o', (news, expected) => expect(news).toEqual(expected))

test('new comments are counted once, and removed when deleted or shown', () => {
  const fresh = ['a', 'b', 'c', 'a'].reduce(
    (before, id) => withFresh(before, id),
    withoutFresh([], () => true),
  )
  expect(fresh).toEqual(['a', 'b', 'c'])
  expect(withoutFresh(fresh, (id) => id === 'b')).toEqual(['a', 'c'])
  expect(withoutFresh(fresh, () => false)).toBe(fresh)
})
