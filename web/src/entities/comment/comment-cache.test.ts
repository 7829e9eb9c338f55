import { comment as commentRow, type Thread, thread as threadRow } from '@hot/domain/contract/post'
import { expect, test } from 'vitest'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { type CommentPages, threadsOf } from './api.ts'
import { addComment, changeComment, deletedComment, mergeThreads, recount } from './comment-cache.ts'

const comment = (id: string, parent_id: string | null = null) =>
  exampleOf(commentRow, { id, parent_id, content: `Text ${id}`, created_at: '2026-11-21T12:00:00Z', hearts: 1 })
const thread = (id: string, ...replies: string[]) =>
  exampleOf(threadRow, {
    ...comment(id),
    replies: replies.map((reply) => comment(reply, id)),
    reply_count: replies.length,
  })
const pagesOf = (...pages: Thread[][]): CommentPages => ({
  pages: pages.map((items) => ({ items, next: null, total: 9, at: '2026-11-21T12:00:00Z' })),
  pageParams: pages.map(() => null),
})
/** `a(a1 a2) b`, page by page. */
const outline = ({ pages }: CommentPages) => pages.map(({ items }) => items.map(drawn).join(' '))
const drawn = ({ id, replies }: Thread) =>
  replies.length > 0 ? `${id}(${replies.map((one) => one.id).join(' ')})` : id
const data = pagesOf([thread('a', 'a1'), thread('b')], [thread('c', 'c1', 'c2')])

test.each([
  [comment('new'), ['new a(a1) b', 'c(c1 c2)']],
  [comment('c3', 'c'), ['a(a1) b', 'c(c1 c2 c3)']],
  [comment('b1', 'b'), ['a(a1) b(b1)', 'c(c1 c2)']],
  [comment('c1', 'c'), ['a(a1) b', 'c(c1 c2)']],
  [comment('a'), ['a(a1) b', 'c(c1 c2)']],
  [comment('x1', 'not-loaded'), ['a(a1) b', 'c(c1 c2)']],
])('adds %o once, where it belongs', (added, expected) => expect(outline(addComment(data, added))).toEqual(expected))

test('new replies are added to their thread, and new threads are on top', () => {
  const merged = mergeThreads(data, [thread('e'), thread('d', 'd1'), thread('c', 'c3')])
  expect(outline(merged)).toEqual(['e d(d1) a(a1) b', 'c(c1 c2 c3)'])
})

test('a thread on two pages, or also linked, is shown once', () => {
  const twice = pagesOf([thread('a'), thread('b')], [thread('a'), thread('c')])
  expect(threadsOf(twice.pages).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(threadsOf(twice.pages, 'b').map(({ id }) => id)).toEqual(['a', 'c'])
})

test('a change renders its own thread again and no other', () => {
  const changed = changeComment(data, 'c2', { hearts: 5 })
  expect(changed.pages[1]?.items[0]?.replies[1]?.hearts).toBe(5)
  expect(changed.pages[0]).toBe(data.pages[0])
  expect(changeComment(data, 'nobody', { hearts: 5 })).toBe(data)
})

test('a deleted comment keeps its place and its replies', () => {
  const gone = changeComment(data, 'c', deletedComment)
  expect(outline(gone)).toEqual(outline(data))
  expect(gone.pages[1]?.items[0]).toMatchObject({ content: '', author: null, is_deleted: true, hearts: 0 })
})

test('the number in the head is the same on every page and never below zero', () => {
  expect(recount(data, () => 12).pages.map(({ total }) => total)).toEqual([12, 12])
  expect(recount(data, (total) => total - 20).pages.map(({ total }) => total)).toEqual([0, 0])
})
