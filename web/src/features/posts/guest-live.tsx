import type { PostCard, PostLive, PostPage } from '@hot/domain/contract/post'
import { livePostPath } from '@hot/domain/post/address'
import { epochOf, type Instant } from '@hot/domain/time/berlin-time'
import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { commentCache } from '#web/entities/comment/comment-cache.ts'
import { showComments } from '#web/entities/comment/comment-news.ts'
import { changeShownPost, postIn, renewPost, shownPost, showPost } from '#web/entities/post/post-cache.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { PlainButton } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'

/** With the few seconds of the server's cache, changes show within 30 s. */
const everyMs = 15_000
/** After failures the pauses double up to this. */
const mostMs = 120_000
/** How many comments the server names. */
const mostNamed = 20

type Followed = {
  client: QueryClient
  post: Pick<PostCard, 'id'>
  /** When the page was rendered: later comments are new to the reader. */
  since: Instant
  /** Shows a notice above the comments, or none. */
  show: (notice: ReactNode) => void
}

/** Keeps an open post up to date for guests, who have no socket, while its tab is visible. Returns the cleanup. */
export function followAsGuest(followed: Followed): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const ended = new AbortController()
  const isHidden = () => document.visibilityState === 'hidden'

  async function look(): Promise<void> {
    clearTimeout(timer)
    try {
      const isThere = apply(followed, await ask(followed.post.id, ended.signal))
      failures = 0
      if (!isThere) return
    } catch {
      // The page stays as it is until the server answers again.
      failures += 1
    }
    if (!ended.signal.aborted && !isHidden()) timer = setTimeout(look, Math.min(everyMs * 2 ** failures, mostMs))
  }
  const onVisibility = () => {
    clearTimeout(timer)
    if (!isHidden()) void look()
  }
  document.addEventListener('visibilitychange', onVisibility)
  onVisibility()
  return () => {
    ended.abort()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibility)
    followed.show(null)
  }
}

/** On the web the answer comes from the web server's cache, mostly as 304; the apps have another origin. */
async function ask(id: string, signal: AbortSignal): Promise<PostLive> {
  if (import.meta.env.VITE_SHELL === 'native') return rpc('post_live', { p_id: id }, signal)
  const response = await fetch(livePostPath(id), { signal })
  if (!response.ok) throw new Error(`${response.status}`)
  return (await response.json()) as PostLive
}

/** False if the post is gone, and with it all that could change. */
function apply({ client, post: { id }, since, show }: Followed, live: PostLive): boolean {
  if (!live) {
    showPost(client, id, null)
    show(null)
    return false
  }
  if (isRewritten(shownPost(client, id), live))
    void client.refetchQueries({ queryKey: ['posts', 'one'], predicate: ({ state }) => !!postIn(state.data, id) })
  else changeShownPost(client, id, (post) => renewPost(post, live.post))
  const comments = commentCache(client, id)
  comments.setTotal(live.post.comments)
  const fresh = live.comments.filter(
    (comment) => epochOf(comment.created_at) > epochOf(since) && !comments.find(comment.id),
  )
  show(fresh.length > 0 && <FreshComments client={client} postId={id} ids={fresh.map((comment) => comment.id)} />)
  return true
}

/** More than counters changed: text, status or answers. */
function isRewritten(shown: PostCard | undefined, { post, updated_at }: NonNullable<PostLive>): boolean {
  const edited = (shown as Partial<PostPage> | undefined)?.updated_at
  return (
    (edited !== undefined && epochOf(edited) !== epochOf(updated_at)) || shown?.rumor?.status !== post.rumor?.status
  )
}

type FreshProps = { client: QueryClient; postId: string; ids: readonly string[] }

/** Shown on request, so that the text somebody reads does not move. */
function FreshComments({ client, postId, ids }: FreshProps) {
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<readonly string[]>([])
  const count = ids.filter((id) => !shown.includes(id)).length
  const show = async () => {
    setBusy(true)
    try {
      await showComments(client, postId, ids)
      setShown(ids)
    } catch {
      showToast({
        kind: 'error',
        title: 'Die neuen Kommentare lassen sich gerade nicht laden.',
        text: 'Prüf deine Verbindung und versuch es noch einmal.',
      })
    }
    setBusy(false)
  }
  const label =
    count === 1 ? '1 neuen Kommentar' : `${count < mostNamed ? count : `Über ${mostNamed - 1}`} neue Kommentare`
  return (
    <div className="fresh-comments" role="status">
      {count > 0 && (
        <PlainButton className="btn btn-small btn-hot" onClick={show} busy={busy}>
          {label} zeigen
        </PlainButton>
      )}
    </div>
  )
}
