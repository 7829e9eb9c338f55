import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { cardsOf } from './deck.ts'
import { VotingDeck } from './voting-deck.tsx'
import { votingQuery } from './voting-query.ts'
import { VotingSkeleton } from './voting-skeleton.tsx'
import { WaitingNote, YoungAccountNote } from './voting-undo.tsx'
import './star-voting.css'

/** The stack of cards on `/stars/voting`, for members. */
export default function StarVoting() {
  const viewer = useViewer()
  if (viewer.state !== 'member') return null
  const { id, createdAt } = viewer.user
  return (
    <div className="voting">
      <Stack key={id} userId={id} />
      <WaitingNote />
      <YoungAccountNote createdAt={createdAt} />
    </div>
  )
}

function Stack({ userId }: { userId: string }) {
  const cache = useQueryClient()
  const query = useMemo(() => votingQuery(userId, cache), [userId, cache])
  const list = useInfiniteQuery(query)
  const { hasNextPage, isFetching, fetchNextPage } = list
  const cards = useMemo(() => cardsOf(list.data?.pages ?? []), [list.data])
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const [first] = list.data?.pages ?? []
  if (!first && list.isError)
    return <ErrorState title="Die Stars konnten nicht geladen werden" onRetry={() => void list.refetch()} />
  if (!first) return <VotingSkeleton />
  return (
    <>
      <VotingDeck
        cards={cards}
        ratedBefore={first.rated}
        total={first.total}
        more={hasNextPage && !list.isFetchNextPageError}
        onFewLeft={more}
        onRestart={() => void cache.resetQueries({ queryKey: query.queryKey })}
      />
      {list.isFetchNextPageError && (
        <ErrorState title="Die nächsten Stars konnten nicht geladen werden" onRetry={() => void fetchNextPage()} />
      )}
    </>
  )
}
