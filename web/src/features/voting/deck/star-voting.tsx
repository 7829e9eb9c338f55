import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useQueuedVotes } from '#web/entities/star/star-choices.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { serverNow } from '#web/platform/device/server-clock.ts'
import { Callout, ErrorState } from '#web/ui/feedback/state.tsx'
import { cardsOf, votingQuery } from './deck.ts'
import { VotingDeck } from './voting-deck.tsx'
import { VotingSkeleton } from './voting-skeleton.tsx'
import './star-voting.css'

/** The stack of cards on `/stars/voting`, for members; `guest` is shown after signing out. */
export function StarVoting({ guest }: { guest: ReactNode }) {
  const viewer = useViewer()
  if (viewer.state !== 'member') return guest
  const { id, createdAt } = viewer.user
  return (
    <div className="voting">
      <Stack key={id} userId={id} />
      <QueuedVotesHint />
      <YoungAccountHint createdAt={createdAt} />
    </div>
  )
}

function Stack({ userId }: { userId: string }) {
  const cache = useQueryClient()
  const query = useMemo(() => votingQuery(userId, cache), [userId, cache])
  const list = useInfiniteQuery(query)
  const { hasNextPage, isFetching, fetchNextPage } = list
  const cards = useMemo(() => cardsOf(list.data?.pages ?? []), [list.data])
  const fetchMore = useCallback(() => {
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
        onFewLeft={fetchMore}
        onRestart={() => void cache.resetQueries({ queryKey: query.queryKey })}
      />
      {list.isFetchNextPageError && (
        <ErrorState title="Die nächsten Stars konnten nicht geladen werden" onRetry={() => void fetchNextPage()} />
      )}
    </>
  )
}

/** How many votes are queued while offline. */
function QueuedVotesHint() {
  const queued = useQueuedVotes()
  if (queued === 0) return null
  return (
    <Callout>
      <p role="status">{`Kein Netz. ${queued === 1 ? 'Eine Stimme ist gemerkt und geht' : `${queued} Stimmen sind gemerkt und gehen`} raus, sobald du wieder online bist.`}</p>
    </Callout>
  )
}

const dayMs = 24 * 3_600_000

/** Votes of an account younger than a day are stored and count later. */
function YoungAccountHint({ createdAt }: { createdAt: string }) {
  if (serverNow() - Date.parse(createdAt) >= dayMs) return null
  return (
    <p className="meta">Dein Konto ist noch keine 24 Stunden alt. Deine Stimmen sind gespeichert und zählen danach.</p>
  )
}
