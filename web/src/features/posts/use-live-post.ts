import type { PostCard } from '@hot/domain/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'

/**
 * Votes and reactions of others appear without reload, for members. Guests have no socket: a post that is no longer fresh is looked at
 * again when they come back to its page. True for the member who wrote the post.
 */
export function useLivePost({ id, type, author }: PostCard): boolean {
  const queryClient = useQueryClient()
  const who = useViewer()
  const member = who.state === 'member' && who.user.id
  useEffect(() => {
    if (!member)
      return onReturn(() => import('./refetch-stale-post.ts').then(({ lookAgain }) => lookAgain(queryClient, id)))
    let stop: (() => void) | undefined
    let over = false
    import('./live-post.ts').then(
      ({ followPost }) => {
        if (!over) stop = followPost(queryClient, { id, type })
      },
      // Without its code the page stays as it was loaded.
      () => {},
    )
    return () => {
      over = true
      stop?.()
    }
  }, [member, id, type, queryClient])
  return Boolean(member) && author?.id === member
}

/** Returns the way out. What is asked then is an extra: without an answer the page stays as it is. */
function onReturn(look: () => Promise<void>): () => void {
  const lookIfSeen = () => document.visibilityState === 'visible' && look().catch(() => {})
  document.addEventListener('visibilitychange', lookIfSeen)
  return () => document.removeEventListener('visibilitychange', lookIfSeen)
}
