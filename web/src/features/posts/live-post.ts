import type { PostCard, PostPage } from '@hot/domain/contract/post'
import { epochOf } from '@hot/domain/time/berlin-time'
import type { QueryClient } from '@tanstack/react-query'
import { shownPost } from '#web/entities/post/post-cache.ts'
import { postChoices } from '#web/entities/post/reactions/post-choices.ts'
import { watchRows } from '#web/lib/realtime/realtime.ts'
import type { RowChange } from '#web/lib/realtime/row-watch.ts'

/**
 * The open post is polled at this interval, because Realtime does not report a rejected post to those who may no longer
 * read it.
 */
const pollMs = 60_000
/** How long to wait for the realtime subscription before the post is refetched without it. */
const subscribeTimeoutMs = 2000

type Row = RowChange['row']
const count = (value: unknown, before: number) => (typeof value === 'number' ? value : before)

/** The post with the counters of a changed row; null if more than counters changed. */
export function withRow(post: PostCard, { table, event, row }: RowChange): PostCard | null {
  if (event === 'DELETE') return null
  if (table === 'community_posts') return isEdited(post, row) ? null : withCounters(post, row)
  if (table === 'post_rumors') return withRumor(post, row)
  return withOption(post, row)
}

function isEdited(post: PostCard, { status, updated_at }: Row): boolean {
  if (status !== undefined && status !== 'approved') return true
  const { updated_at: shown } = post as Partial<PostPage>
  return typeof updated_at === 'string' && shown !== undefined && epochOf(updated_at) !== epochOf(shown)
}

const withCounters = (post: PostCard, row: Row): PostCard => ({
  ...post,
  hearts: count(row.hearts_count, post.hearts),
  poops: count(row.poops_count, post.poops),
  comments: count(row.comments_count, post.comments),
  votes: count(row.votes_count, post.votes),
})

function withRumor(post: PostCard, row: Row): PostCard | null {
  const { rumor } = post
  if (!rumor || (row.rumor_status !== undefined && row.rumor_status !== rumor.status)) return null
  const { agree, disagree } = rumor
  return {
    ...post,
    rumor: { ...rumor, agree: count(row.agree_count, agree), disagree: count(row.disagree_count, disagree) },
  }
}

function withOption(post: PostCard, row: Row): PostCard | null {
  const { poll } = post
  if (!poll?.options.some((option) => option.id === row.id && option.text === row.text)) return null
  const options = poll.options.map((option) =>
    option.id === row.id ? { ...option, votes: count(row.votes_count, option.votes) } : option,
  )
  return { ...post, poll: { ...poll, options } }
}

/** Keeps an open post up to date with the server. Returns the cleanup. */
export function followPost(queryClient: QueryClient, { id, type }: Pick<PostCard, 'id' | 'type'>): () => void {
  const choices = postChoices(queryClient)
  const refetch = () => {
    clearTimeout(timeout)
    choices.refresh(id)
  }
  // The page may come from a cache and be a minute old, so the post is refetched once the subscription is live, or
  // after a timeout if it cannot be established.
  const timeout = setTimeout(refetch, subscribeTimeoutMs)
  const onChange = (change: RowChange) => {
    // Hosted Supabase reports every deletion in the table, whatever the filter.
    if (change.event === 'DELETE' && change.table === 'community_posts' && change.old.id !== id) return
    const post = shownPost(queryClient, id)
    const next = post && withRow(post, change)
    if (next) choices.follow(id, (shown) => withRow(shown, change) ?? shown)
    else refetch()
  }
  const stop = watchRows(
    [
      { table: 'community_posts', event: '*', filter: `id=eq.${id}` },
      ...(type === 'rumor' ? [{ table: 'post_rumors', event: 'UPDATE', filter: `post_id=eq.${id}` } as const] : []),
      ...(type === 'poll' ? [{ table: 'poll_options', event: '*', filter: `post_id=eq.${id}` } as const] : []),
    ],
    onChange,
    refetch,
    refetch,
  )
  const refetchIfVisible = () => document.visibilityState === 'visible' && refetch()
  const timer = setInterval(refetchIfVisible, pollMs)
  document.addEventListener('visibilitychange', refetchIfVisible)
  return () => {
    stop()
    clearTimeout(timeout)
    clearInterval(timer)
    document.removeEventListener('visibilitychange', refetchIfVisible)
  }
}
