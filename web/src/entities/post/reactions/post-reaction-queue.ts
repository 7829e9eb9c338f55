import type { ViewerPosts } from '@hot/domain/contract/community'
import type { PostCard } from '@hot/domain/contract/post'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'
import { whenReadyToWrite } from '#web/lib/auth/viewer/writing-gate.ts'
import {
  type Mark,
  type MarkKey,
  marksOwner,
  ownMark,
  showOwnMarks,
} from '#web/lib/offline/queued-writes/own-reactions.ts'
import { toggleQueue } from '#web/lib/offline/queued-writes/toggle-queue.ts'
import { keptMessage } from '#web/lib/offline/queued-writes/vote-outbox.ts'
import { expectToasts, showToast } from '#web/ui/feedback/toasts.ts'
import { askForPost, changeShownPost, shownPost, showPost } from '../post-cache.ts'
import { countMark, type PostMark } from '../post-counts.ts'
import { failureText, isRefusal, refusalText } from './reaction-failure.ts'
import { writeMark } from './write-reaction.ts'

/** `viewer_posts` takes so many at once. */
const mostAtOnce = 100
const day = 86_400_000
const kinds: readonly PostMark[] = ['post', 'rumor', 'poll']

/** What the member who is looking did to the posts on screen, and what they do now. One per query client. */
function createPostMarks(queryClient: QueryClient) {
  const wanted = new Set<string>()
  /** Grows whenever the shown counts of a post move by a tap or settle. */
  const moves = new Map<string, number>()
  const missed = new Set<string>()
  let asking = false
  let times = 0

  const moved = (id: string) => void moves.set(id, (moves.get(id) ?? 0) + 1)
  const isBusy = (id: string) => kinds.some((kind) => toggleQueue.busy(`${kind}:${id}`))

  /** Shows the post as the server has it. While a tap is on its way nobody knows whether its counts hold it: later then. */
  async function refresh(id: string): Promise<void> {
    const post = shownPost(queryClient, id)
    if (!post) return
    const before = moves.get(id)
    const fresh = await askForPost(post)
    if (moves.get(id) === before && !isBusy(id)) showPost(queryClient, id, fresh)
    else if (isBusy(id)) missed.add(id)
    else await refresh(id)
  }

  /** Nobody waits for it: without an answer the page stays as it is, and its next request brings the counts. */
  const look = (id: string) => void refresh(id).catch(() => {})

  async function explain(id: string, kind: PostMark, error: unknown): Promise<void> {
    if (!isRefusal(error)) {
      showToast({ kind: 'error', ...failureText(error, kind) })
      return
    }
    const shown = shownPost(queryClient, id)
    try {
      const post = shown ? await askForPost(shown) : null
      showPost(queryClient, id, post)
      awaitEnd(id)
      const who = viewer()
      const needsInvite = who.state === 'member' && who.profile?.needs_invite === true
      showToast({ kind: 'error', ...refusalText({ error, kind, post, needsInvite }, Date.now()) })
    } catch (noAnswer) {
      showToast({ kind: 'error', ...failureText(noAnswer, kind) })
    }
  }

  for (const kind of kinds)
    toggleQueue.define(kind, {
      write: (id, mark, signal) => writeMark(kind, id, mark, signal),
      moved(id, from, to) {
        moved(id)
        changeShownPost(queryClient, id, (post) => countMark(post, kind, from, to))
      },
      settled(id) {
        moved(id)
        if (!isBusy(id) && missed.delete(id)) look(id)
      },
      stale(id) {
        ask([id])
        look(id)
      },
      kept: () => showToast(keptMessage),
      failed: (id, error) => void explain(id, kind, error),
    })

  async function fetchMarks(ids: string[]): Promise<void> {
    const owner = marksOwner()
    const take = toggleQueue.expect()
    const found = await queryClient.fetchQuery({
      // Each time anew: an answer that is already on its way may be older than what made us ask.
      queryKey: ['viewer-posts', owner, ++times],
      queryFn: ({ signal }) => rpc('viewer_posts', { p_ids: ids }, signal),
      meta: { personal: true },
      gcTime: 0,
    })
    take(found.flatMap(marksOf))
    for (const id of ids) awaitEnd(id)
  }

  /** A poll that ends while it is on screen closes there. Who keeps a page for longer than a day is told by the server. */
  function awaitEnd(id: string): void {
    const endsAt = shownPost(queryClient, id)?.poll?.ends_at
    const left = endsAt ? Date.parse(endsAt) - Date.now() : day
    if (left < day) setTimeout(() => showOwnMarks([[`ended:${id}`, 'yes']]), left)
  }

  /** Asks again once the network is back; until then nothing counts as chosen, so that voting goes on. */
  function unknown(ids: string[], owner: string | undefined): void {
    if (owner !== marksOwner()) return
    const keys = ids.flatMap((id) => kinds.map((kind): MarkKey => `${kind}:${id}`))
    showOwnMarks(keys.filter((key) => ownMark(key) === undefined).map((key) => [key, null] as const))
    window.addEventListener('online', () => ask(ids), { once: true })
  }

  function ask(ids: string[]): void {
    for (let from = 0; from < ids.length; from += mostAtOnce) {
      const some = ids.slice(from, from + mostAtOnce)
      const owner = marksOwner()
      fetchMarks(some).catch(() => unknown(some, owner))
    }
  }

  /** Everything that appears in one go is asked for in one go. */
  function bring(id: string): void {
    if (ownMark(`post:${id}`) !== undefined) return
    wanted.add(id)
    if (asking) return
    asking = true
    setTimeout(() => {
      const ids = [...wanted]
      wanted.clear()
      asking = false
      ask(ids)
    })
  }

  /** News of others from the server; while a tap is on its way the post is asked for afterwards instead. */
  function follow(id: string, change: (post: PostCard) => PostCard): void {
    if (isBusy(id)) missed.add(id)
    else changeShownPost(queryClient, id, change)
  }

  // Counts move in the same frame as the button that was tapped; by default they would wait for a timer.
  notifyManager.setScheduler(queueMicrotask)
  expectToasts()
  return {
    bring,
    look,
    follow,
    /** A member's tap, shown before this returns unless they still lack a nickname or an invitation. */
    act: (kind: PostMark, id: string, mark: Mark) => whenReadyToWrite(() => toggleQueue.set(`${kind}:${id}`, mark)),
  }
}

const marksOf = ({ post_id, reaction, rumor_vote, poll_option }: ViewerPosts[number]): [MarkKey, Mark][] => [
  [`post:${post_id}`, reaction],
  [`rumor:${post_id}`, rumor_vote],
  [`poll:${post_id}`, poll_option],
]

export type PostMarks = ReturnType<typeof createPostMarks>
let only: PostMarks | undefined

export function postMarks(queryClient: QueryClient): PostMarks {
  only ??= createPostMarks(queryClient)
  return only
}
