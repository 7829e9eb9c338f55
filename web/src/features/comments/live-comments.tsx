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

/** Beyond this many threads, reloading the list is quicker. */
const threadsMax = 10
const joinPatienceMs = 2000

/** Live updates by others: changes show in place, new comments wait behind a button, so that the text does not shift. */
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
  const goingTo = useRef<string | null>(null)
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
      clearTimeout(withoutSocket)
      await cache.refetch()
      setFresh((before) => withoutFresh(before, (id) => cache.find(id) !== undefined))
    }
    // The page may come from a cache and be a minute old. Catch up once the subscription is live; if it cannot be
    // established, at least bring the page up to date once.
    const withoutSocket = setTimeout(catchUp, joinPatienceMs)
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
      clearTimeout(withoutSocket)
      stop()
      setFresh([])
    }
  }, [client, postId])
  // After every render: requested comments are rendered some time after they arrive.
  useEffect(() => {
    if (goingTo.current && focusComment(goingTo.current)) goingTo.current = null
  })
  const show = async () => {
    setBusy(true)
    const [first] = fresh
    try {
      await showThreads(commentCache(client, postId), rootsOf(fresh))
      setFresh((now) => withoutFresh(now, (id) => fresh.some((one) => one.id === id)))
      goingTo.current = first?.id ?? null
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
  if (roots.length > threadsMax) {
    await cache.refetch()
    return
  }
  const loaded = await Promise.all(
    // Newest first, because each is put on top.
    [...roots].reverse().map((id) => rpc('comment_thread', { p_comment_id: id })),
  )
  cache.merge(loaded.flatMap((answer) => (answer ? [answer.thread] : [])))
}

/** Scrolls to the comment and focuses it; false if it is not rendered yet. */
function focusComment(id: string): boolean {
  const place = document.getElementById(`kommentar-${id}`)
  if (!place) return false
  place.tabIndex = -1
  place.focus({ preventScroll: true })
  place.scrollIntoView({ block: 'nearest' })
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

/** What a change of a row means for the comments that are shown. */
type LiveNews =
  | { kind: 'new'; id: string; rootId: string }
  | { kind: 'changed'; id: string; change: CommentChange }
  | { kind: 'gone'; id: string }
  | { kind: 'total'; total: number }

/** Interprets a realtime row of `comments` or of the post; null if it changes nothing shown. */
export function liveNews({ table, event, row, old }: RowChange): LiveNews | null {
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

/** Comments by others that arrived while the page was open and are not shown yet. */
type Fresh = readonly { id: string; rootId: string }[]

/** Without duplicates, in order of arrival. */
export const withFresh = (fresh: Fresh, id: string, rootId: string): Fresh =>
  fresh.some((one) => one.id === id) ? fresh : [...fresh, { id, rootId }]

/** Removes comments that were deleted or are shown by now. */
export const withoutFresh = (fresh: Fresh, gone: (id: string) => boolean): Fresh =>
  fresh.some(({ id }) => gone(id)) ? fresh.filter(({ id }) => !gone(id)) : fresh

/** Threads to fetch, so that all of them can be shown. */
export const rootsOf = (fresh: Fresh): string[] => [...new Set(fresh.map(({ rootId }) => rootId))]
