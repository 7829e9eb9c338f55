import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { CommentedPostContext, type Thread } from '#web/entities/comment/api.ts'
import { type CommentChange, commentCache, deletedComment } from '#web/entities/comment/comment-cache.ts'
import { useOwnCommentReactions } from '#web/entities/comment/comment-reactions.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { watchRows } from '#web/lib/realtime/realtime.ts'
import type { RowChange } from '#web/lib/realtime/row-watch.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { isUnsent } from './write/comment-outbox.ts'

/** If new comments belong to more threads than this, the list is refetched instead. */
const maxThreads = 10
/** How long to wait for the realtime subscription before the comments are refetched without it. */
const subscribeTimeoutMs = 2000

/**
 * Live updates by others: changes are shown in place, new comments after pressing a button, so that the text does not
 * shift.
 */
export function LiveComments({ threads }: { threads: readonly Thread[] }) {
  useOwnCommentReactions(threads)
  const { fresh, show, busy } = useFresh()
  const count = fresh.length
  return (
    <div className="fresh-comments" role="status">
      {count > 0 && (
        <button type="button" className="btn btn-small btn-hot" onClick={show} disabled={busy}>
          {count === 1 ? '1 neuen Kommentar zeigen' : `${formatCount(count)} neue Kommentare zeigen`}
        </button>
      )}
    </div>
  )
}

function useFresh() {
  const client = useQueryClient()
  const { id: postId } = use(CommentedPostContext)
  const [fresh, setFresh] = useState<Fresh>([])
  const [busy, setBusy] = useState(false)
  const focusNext = useRef<string | null>(null)
  useEffect(() => {
    const cache = commentCache(client, postId)
    const onChange = (change: RowChange) => {
      const news = liveNews(change)
      if (news?.kind === 'total') cache.setTotal(news.total)
      if (news?.kind === 'changed') cache.change(news.id, news.change)
      if (news?.kind === 'gone') {
        cache.change(news.id, deletedComment)
        setFresh((before) => withoutFresh(before, (id) => id === news.id))
      }
      if (news?.kind === 'new' && !isUnsent(news.id) && !cache.find(news.id))
        setFresh((before) => withFresh(before, news.id, news.rootId))
    }
    const catchUp = async () => {
      clearTimeout(timeout)
      await cache.refetch()
      setFresh((before) => withoutFresh(before, (id) => cache.find(id) !== undefined))
    }
    // The page may come from a cache and be a minute old, so the comments are refetched once the subscription is live,
    // or after a timeout if it cannot be established.
    const timeout = setTimeout(catchUp, subscribeTimeoutMs)
    const stop = watchRows(
      [
        { table: 'comments', event: '*', filter: `post_id=eq.${postId}` },
        { table: 'community_posts', event: 'UPDATE', filter: `id=eq.${postId}` },
      ],
      onChange,
      catchUp,
      catchUp,
    )
    return () => {
      clearTimeout(timeout)
      stop()
      setFresh([])
    }
  }, [client, postId])
  // After every render, because fetched comments may be rendered later.
  useEffect(() => {
    if (focusNext.current && focusComment(focusNext.current)) focusNext.current = null
  })
  const show = async () => {
    setBusy(true)
    const [first] = fresh
    try {
      await showThreads(commentCache(client, postId), rootsOf(fresh))
      setFresh((now) => withoutFresh(now, (id) => fresh.some((one) => one.id === id)))
      focusNext.current = first?.id ?? null
    } catch {
      showToast({
        kind: 'error',
        title: 'Die neuen Kommentare lassen sich gerade nicht laden.',
        text: 'Prüf deine Verbindung und versuch es noch einmal.',
      })
    }
    setBusy(false)
  }
  return { fresh, show, busy }
}

async function showThreads(cache: ReturnType<typeof commentCache>, roots: readonly string[]): Promise<void> {
  if (roots.length > maxThreads) {
    await cache.refetch()
    return
  }
  const loaded = await Promise.all(
    // In reverse, because each is put on top.
    [...roots].reverse().map((id) => rpc('comment_thread', { p_comment_id: id })),
  )
  cache.merge(loaded.flatMap((response) => (response ? [response.thread] : [])))
}

/** Scrolls to the comment and focuses it; false if it is not rendered yet. */
function focusComment(id: string): boolean {
  const element = document.getElementById(`kommentar-${id}`)
  if (!element) return false
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'nearest' })
  return true
}

const commentRow = z.object({
  id: z.string(),
  parent_id: z.nullable(z.string()),
  content: z.string(),
  mentions: z.nullable(z.record(z.string(), z.string())),
  edited_at: z.nullable(z.string()),
  deleted_at: z.nullable(z.string()),
  hearts_count: z.number(),
  poops_count: z.number(),
})
const postRow = z.object({ comments_count: z.number() })

/** What a changed row means for the shown comments. */
type LiveChange =
  | { kind: 'new'; id: string; rootId: string }
  | { kind: 'changed'; id: string; change: CommentChange }
  | { kind: 'gone'; id: string }
  | { kind: 'total'; total: number }

/** Interprets a realtime row of `comments` or of the post; null if it changes nothing shown. */
export function liveNews({ table, event, row, old }: RowChange): LiveChange | null {
  if (table === 'community_posts') {
    const post = postRow.safeParse(row)
    return post.success ? { kind: 'total', total: post.data.comments_count } : null
  }
  if (event === 'DELETE') return typeof old.id === 'string' ? { kind: 'gone', id: old.id } : null
  const parsed = commentRow.safeParse(row)
  if (!parsed.success) return null
  const { id, parent_id, content, mentions, edited_at, deleted_at, hearts_count, poops_count } = parsed.data
  if (deleted_at !== null) return { kind: 'gone', id }
  if (event === 'INSERT') return { kind: 'new', id, rootId: parent_id ?? id }
  return { kind: 'changed', id, change: { content, mentions, edited_at, hearts: hearts_count, poops: poops_count } }
}

/** New comments by others that are not shown yet. */
type Fresh = readonly { id: string; rootId: string }[]

/** Adds a comment in order of arrival, without duplicates. */
export const withFresh = (fresh: Fresh, id: string, rootId: string): Fresh =>
  fresh.some((one) => one.id === id) ? fresh : [...fresh, { id, rootId }]

/** Removes comments that were deleted or are shown by now. */
export const withoutFresh = (fresh: Fresh, gone: (id: string) => boolean): Fresh =>
  fresh.some(({ id }) => gone(id)) ? fresh.filter(({ id }) => !gone(id)) : fresh

/** Ids of the threads to fetch, in order to show all new comments. */
export const rootsOf = (fresh: Fresh): string[] => [...new Set(fresh.map(({ rootId }) => rootId))]
