import type { CommentNews } from '@hot/domain/contract/community'
import { comment as commentRow, type Thread, thread as threadRow } from '@hot/domain/contract/post'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { type CommentPages, commentsKey, commentsQuery } from './api.ts'
import { commentCache } from './comment-cache.ts'
import { catchUpComments, showComments } from './comment-news.ts'

type Asked = { p_since?: string; p_shown?: string[]; p_ids?: string[] }
const asked: [name: string, args: Asked][] = []
let news: CommentNews = null
vi.mock('#web/lib/api/rpc/rpc.ts', () => ({
  rpc: async (name: string, args: Asked) => {
    asked.push([name, args])
    return name === 'comment_news' ? news : (args.p_ids ?? []).map((id) => thread(id))
  },
}))

const at = '2026-11-21T12:00:00.000Z'
const comment = (id: string, parent_id: string | null = null) =>
  exampleOf(commentRow, { id, parent_id, content: `Text ${id}`, created_at: at, hearts: 1 })
const thread = (id: string, ...replies: string[]) =>
  exampleOf(threadRow, {
    ...comment(id),
    replies: replies.map((reply) => comment(reply, id)),
    reply_count: replies.length,
  })

function open(postId: string, ...items: Thread[]): QueryClient {
  const client = new QueryClient()
  const { structuralSharing } = commentsQuery(postId, 'new')
  client.setQueryDefaults(commentsKey(postId), { structuralSharing: structuralSharing ?? true })
  const pages: CommentPages = { pages: [{ items, next: null, total: 9, at }], pageParams: [null] }
  client.setQueryData([...commentsKey(postId), 'new', undefined], pages)
  return client
}
const shown = (client: QueryClient) => {
  const [[, pages] = []] = client.getQueriesData<CommentPages>({ queryKey: commentsKey('p') })
  return pages?.pages.flatMap(({ items }) => items) ?? []
}
const fresh = (id: string, own = false) => ({ id, parent_id: null, own })

beforeEach(() => {
  asked.length = 0
})

test('what was missed changes in place and moves nothing; only the member’s own comments are shown at once', async () => {
  const client = open('p', thread('a', 'a1'), thread('b'), thread('c'))
  const [, untouched] = shown(client)
  const unchanged = { hearts: 1, poops: 0, is_deleted: false, edit: null }
  news = {
    at: '2026-11-21T12:00:30.000Z',
    total: 40,
    fresh: [...Array.from({ length: 25 }, (_, place) => fresh(`n${place}`)), fresh('mine', true), fresh('c')],
    shown: [
      { id: 'a', ...unchanged, hearts: 7 },
      { id: 'a1', ...unchanged, is_deleted: true },
      { id: 'b', ...unchanged },
      { id: 'c', ...unchanged, edit: { content: 'Anders', mentions: null, edited_at: at } },
    ],
  }
  const waiting = await catchUpComments(client, 'p')
  expect(waiting.map(({ id }) => id)).toEqual(news.fresh.slice(0, 25).map(({ id }) => id))
  expect(shown(client).map(({ id }) => id)).toEqual(['mine', 'a', 'b', 'c'])
  expect(shown(client)[1]).toMatchObject({ hearts: 7, replies: [{ is_deleted: true, content: '' }] })
  expect(shown(client)[2]).toBe(untouched)
  expect(shown(client)[3]).toMatchObject({ content: 'Anders', edited_at: at })
  expect(asked.map(([name]) => name)).toEqual(['comment_news', 'fresh_comments'])
  expect(asked[0]?.[1]).toEqual({ p_post_id: 'p', p_since: at, p_shown: ['a', 'a1', 'b', 'c'] })
  // While comments wait to be shown, the next question is for these as well; then it begins a little before the last answer.
  news = { ...news, fresh: [] }
  await catchUpComments(client, 'p')
  expect(asked.at(-1)?.[1].p_since).toBe(at)
  await catchUpComments(client, 'p')
  expect(asked.at(-1)?.[1].p_since).toBe('2026-11-21T12:00:28.000Z')
})

test('a post that is gone changes nothing, and a page without comments asks nothing', async () => {
  const client = open('q', thread('a'))
  news = null
  expect(await catchUpComments(client, 'q')).toEqual([])
  expect(await catchUpComments(new QueryClient(), 'q')).toEqual([])
  expect(asked).toHaveLength(1)
})

test('new comments are shown a hundred at a time', async () => {
  const client = open('p', thread('a'))
  const ids = Array.from({ length: 130 }, (_, place) => `n${place}`)
  expect(await showComments(client, 'p', ids)).toEqual(ids.slice(0, 100))
  expect(shown(client)).toHaveLength(101)
})

test('folded replies are filled in on their side, new ones stay at the end', () => {
  const client = open('p', { ...thread('a', 'a3', 'a4'), reply_count: 8, earlier: 'a3', later: 'a4' })
  const cache = commentCache(client, 'p')
  const replies = () =>
    shown(client)[0]
      ?.replies.map(({ id }) => id)
      .join(' ')
  cache.merge([{ ...thread('a', 'a9'), reply_count: 9, earlier: 'a9' }])
  expect(replies()).toBe('a3 a4 a9')
  cache.addReplies('a', 'later', { items: ['a5', 'a6'].map((id) => comment(id, 'a')), more: true })
  expect(shown(client)[0]).toMatchObject({ earlier: 'a3', later: 'a6', reply_count: 9 })
  cache.addReplies('a', 'later', { items: ['a7', 'a9'].map((id) => comment(id, 'a')), more: false })
  cache.addReplies('a', 'earlier', { items: ['a1', 'a2'].map((id) => comment(id, 'a')), more: false })
  expect(replies()).toBe('a1 a2 a3 a4 a5 a6 a7 a9')
  expect(shown(client)[0]).toMatchObject({ earlier: null, later: null })
})
