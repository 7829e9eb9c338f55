import type { CommentNews } from '@hot/domain/contract/community'
import type { QueryClient } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { commentCache, deletedComment } from './comment-cache.ts'

/** `fresh_comments` answers at most this many. */
const mostFresh = 100
/** A comment may be committed a moment after the time it carries. */
const overlapMs = 2000

type News = NonNullable<CommentNews>
type FreshComment = News['fresh'][number]

/**
 * Asks what the open page of a post missed and changes what is shown in place: nothing is replaced or moved, whatever
 * the reader is doing. Returns the comments of others that are not shown yet; the viewer's own, written elsewhere, are
 * shown at once.
 */
export async function catchUpComments(client: QueryClient, postId: string): Promise<FreshComment[]> {
  const cache = commentCache(client, postId)
  const { ids, at } = cache.loaded()
  if (!at) return []
  const news = await rpc('comment_news', { p_post_id: postId, p_since: since(postId, at), p_shown: ids.slice(0, 1000) })
  if (!news) return []
  cache.changeAll(
    new Map(
      news.shown.map(({ id, hearts, poops, is_deleted, edit }) => [
        id,
        is_deleted ? deletedComment : { hearts, poops, ...edit },
      ]),
    ),
  )
  cache.setTotal(news.total)
  const fresh = news.fresh.filter(({ id }) => !cache.find(id))
  await showComments(
    client,
    postId,
    fresh.filter(({ own }) => own).map(({ id }) => id),
  )
  const rest = fresh.filter(({ id }) => !cache.find(id))
  // What waits to be shown is asked for again by whoever comes back to the page.
  if (rest.length === 0) caughtUp.set(postId, news.at)
  return rest
}

/** Fetches comments and shows them: new threads on top, replies in their threads. Returns the ids it asked for. */
export async function showComments(client: QueryClient, postId: string, ids: readonly string[]): Promise<string[]> {
  const asked = ids.slice(0, mostFresh)
  if (asked.length > 0)
    commentCache(client, postId).merge(await rpc('fresh_comments', { p_post_id: postId, p_ids: asked }))
  return asked
}

/** When an open page last caught up, by post. */
const caughtUp = new Map<string, string>()

/** What the page itself brought is not new, so its time has no overlap. */
function since(postId: string, loadedAt: string): string {
  const last = caughtUp.get(postId)
  if (!last) return loadedAt
  const before = new Date(Date.parse(last) - overlapMs).toISOString()
  return Date.parse(before) > Date.parse(loadedAt) ? before : loadedAt
}
