import { type Question, questions } from '@hot/domain/star/hot-score'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followKeptMarks } from '#web/lib/offline/queued-writes/follow-queued-reactions.ts'
import { keptMarks } from '#web/lib/offline/queued-writes/queued-reactions.ts'
import { isOnline, subscribeOnline } from '#web/platform/device/online.ts'

type Room = () => Promise<unknown>

/** The rooms that say how a kind of mark is written, by kind. */
function rooms(client: QueryClient): Record<string, Room> {
  const posts: Room = () =>
    import('#web/entities/post/reactions/post-reaction-queue.ts').then(({ postMarks }) => postMarks(client))
  const stars: Room = () =>
    import('#web/entities/star/fans/act-on-star.ts').then(({ loadStarMarks }) => loadStarMarks(client))
  const votes = Object.fromEntries(questions.map((question) => [question, stars])) as Record<Question, Room>
  return {
    post: posts,
    rumor: posts,
    poll: posts,
    comment: () => import('#web/entities/comment/comment-reactions.ts'),
    fan: stars,
    ...votes,
  }
}

/** Clocks stand still in a tab or an app that is put away, and the network may have come back without a word. */
function onReturn(listener: () => void): () => void {
  const seen = () => document.visibilityState === 'visible' && listener()
  document.addEventListener('visibilitychange', seen)
  const stop = subscribeOnline(listener)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    stop()
  }
}

/** Sends what this member tapped without a network, whatever page is open; of guests nothing is kept. */
export function useKeptMarks(userId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!userId) return
    return followKeptMarks({
      kept: () => keptMarks(userId),
      rooms: rooms(client),
      send: () =>
        import('#web/lib/offline/queued-writes/toggle-queue.ts').then(({ toggleQueue }) => toggleQueue.sendKept()),
      online: isOnline,
      onReturn,
    })
  }, [client, userId])
}
