import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useRef, useState } from 'react'
import type { Thread } from '#web/entities/comment/api.ts'
import { CommentedPostContext } from '#web/entities/comment/api.ts'
import { commentCache, goneComment } from '#web/entities/comment/comment-cache.ts'
import { useOwnCommentReactions } from '#web/entities/comment/comment-reactions.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { watchRows } from '#web/lib/realtime/realtime.ts'
import type { RowChange } from '#web/lib/realtime/row-watch.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { isUnsent } from '../write/comment-outbox.ts'
import { type Fresh, liveNews, rootsOf, withFresh, withoutFresh } from './live-rows.ts'

/** Beyond so many threads it is quicker to load the list again. */
const threadsMax = 10
const joinPatienceMs = 2000

/** What others do while the page is open: changes show in place, new comments wait behind a button, so that nobody loses their line. */
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
        cache.change(news.id, goneComment)
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
    // The page may come from a cache and be a minute old. Once changes are followed nothing is missed any more; where they
    // cannot be, it is at least what it was on opening.
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
  // After every drawing: the comments asked for are drawn some time after they have come.
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
    // The newest first, as everything that is put on top.
    [...roots].reverse().map((id) => rpc('comment_thread', { p_comment_id: id })),
  )
  cache.merge(loaded.flatMap((answer) => (answer ? [answer.thread] : [])))
}

/** Reading goes on there, for eyes and screen readers alike; false while it is not drawn yet. */
function focusComment(id: string): boolean {
  const place = document.getElementById(`kommentar-${id}`)
  if (!place) return false
  place.tabIndex = -1
  place.focus({ preventScroll: true })
  place.scrollIntoView({ block: 'nearest' })
  return true
}
