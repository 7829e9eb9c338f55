import type { Thread } from '@hot/domain/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, use, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { CommentedPostContext } from '#web/entities/comment/api.ts'
import { type CommentChange, commentCache, deletedComment } from '#web/entities/comment/comment-cache.ts'
import { catchUpComments, showComments } from '#web/entities/comment/comment-news.ts'
import { type Unread, useOwnCommentReactions } from '#web/entities/comment/comment-reactions.ts'
import { noteRead } from '#web/entities/comment/comment-writes.ts'
import { foldStore } from '#web/entities/member/folded.ts'
import { watchRows } from '#web/lib/realtime/realtime.ts'
import type { RowChange } from '#web/lib/realtime/row-watch.ts'
import { PlainButton } from '#web/ui/controls/button.tsx'
import { countOf, formatCount } from '#web/ui/data/format-number.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { focusComment } from './focus-comment.ts'
import { closeForm } from './open-form.ts'
import { isUnsent } from './write/comment-outbox.ts'

/** How long to wait for the realtime subscription before the page asks without it what it missed. */
const subscribeTimeoutMs = 2000

/**
 * Live updates by others: changes are shown in place, new comments after pressing a button, so that the text does not
 * shift.
 */
export function LiveComments({ threads, total }: { threads: readonly Thread[]; total: number }) {
  // A form belongs to its post; what was typed stays stored as a draft.
  useEffect(() => closeForm, [])
  const unread = useOwnCommentReactions(threads)
  const { fresh, show, busy } = useFresh()
  const count = fresh.length
  return (
    <>
      <div className="fresh-comments" role="status">
        {count > 0 && (
          <PlainButton className="btn btn-small btn-hot" onClick={show} busy={busy}>
            {count === 1 ? '1 neuen Kommentar zeigen' : `${formatCount(count)} neue Kommentare zeigen`}
          </PlainButton>
        )}
      </div>
      {count === 0 && <ThreadJumps unread={unread} total={total} />}
    </>
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
      // Nobody is called to what a member whom they have silenced has just written; `comment_news` leaves it out too.
      const isSilenced = news?.kind === 'new' && news.by !== null && foldStore.get()?.(news.by, news.id)
      if (news?.kind === 'new' && !isSilenced && !isUnsent(news.id) && !cache.find(news.id))
        setFresh((before) => withFresh(before, news.id))
    }
    const catchUp = async () => {
      clearTimeout(timeout)
      try {
        const missed = await catchUpComments(client, postId)
        if (over) return
        setFresh((before) =>
          missed.reduce(
            (all, { id }) => (isUnsent(id) ? all : withFresh(all, id)),
            withoutFresh(before, (id) => cache.find(id) !== undefined),
          ),
        )
      } catch {
        // No answer: the page stays as it is, and the next join or burst asks for everything since.
      }
    }
    let over = false
    // The page may come from a cache and be a minute old, so it catches up once the subscription is live, or after a
    // timeout if it cannot be established.
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
      over = true
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
    try {
      const shown = await showComments(client, postId, fresh)
      setFresh((now) => withoutFresh(now, (id) => shown.includes(id)))
      focusNext.current = shown[0] ?? null
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

const commentRow = z.object({
  id: z.string(),
  author_id: z.nullable(z.string()),
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
  | { kind: 'new'; id: string; by: string | null }
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
  const { id, author_id, content, mentions, edited_at, deleted_at, hearts_count, poops_count } = parsed.data
  if (deleted_at !== null) return { kind: 'gone', id }
  if (event === 'INSERT') return { kind: 'new', id, by: author_id }
  return { kind: 'changed', id, change: { content, mentions, edited_at, hearts: hearts_count, poops: poops_count } }
}

/** Ids of new comments by others that are not shown yet, in order of arrival. */
type Fresh = readonly string[]

export const withFresh = (fresh: Fresh, id: string): Fresh => (fresh.includes(id) ? fresh : [...fresh, id])

/** Removes comments that were deleted or are shown by now. */
export const withoutFresh = (fresh: Fresh, gone: (id: string) => boolean): Fresh =>
  fresh.some(gone) ? fresh.filter((id) => !gone(id)) : fresh

/** From this number of comments on, the newest may be far away. */
const longFrom = 20

/**
 * Leads to the first comment the member has not read and to the newest, as they were when the page was opened. They lie
 * over the line above the comments, so that nothing moves.
 */
function ThreadJumps({ unread, total }: { unread: Unread | undefined; total: number }) {
  const [atOpening, setAtOpening] = useState(unread)
  if (!atOpening && unread) setAtOpening(unread)
  useNoteRead(atOpening !== undefined && total > 0)
  if (!atOpening) return null
  const { unread: count, first_unread: first, newest } = atOpening
  return (
    <div className="thread-jumps">
      {first && (
        <Jump id={first} onJump={() => setAtOpening({ ...atOpening, first_unread: null })}>
          {countOf(count, 'ungelesener', 'ungelesene')}
        </Jump>
      )}
      {newest && total > longFrom && <Jump id={newest}>Zum neuesten</Jump>}
    </div>
  )
}

/** A link to the comment, which only scrolls where it is loaded already. */
function Jump({ id, onJump, children }: { id: string; onJump?: () => void; children: string }) {
  const jump = (event: MouseEvent) => {
    if (focusComment(id, 'center')) event.preventDefault()
    onJump?.()
  }
  return (
    <Link
      to="."
      search={(before: object) => ({ ...before, kommentar: id })}
      hash={`kommentar-${id}`}
      resetScroll={false}
      className="btn btn-small btn-quiet"
      onClick={jump}
    >
      {children}
    </Link>
  )
}

/** Once it is known what was unread, everything up to the time of the page counts as read. */
function useNoteRead(known: boolean): void {
  const client = useQueryClient()
  const { id: postId } = use(CommentedPostContext)
  useEffect(() => {
    const { at } = commentCache(client, postId).loaded()
    // If it fails, the same is unread on the next visit.
    if (known && at) noteRead(postId, at).catch(() => {})
  }, [known, client, postId])
}
