import { berlinDay, berlinTime } from '@hot/domain/time/berlin-time'
import { clock, weekdayName } from '@hot/domain/time/german-date'
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
  const { id } = viewer.user
  return (
    <div className="voting">
      <Stack key={id} userId={id} />
      <QueuedVotesHint />
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
      <WaitingHint from={first.weigh_from} />
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

/** Votes of an account younger than a day are stored and count later, unless the site itself is young. */
function WaitingHint({ from }: { from: string | null }) {
  if (!from || serverNow() >= Date.parse(from)) return null
  return (
    <p className="meta">
      {`Deine Stimmen sind gespeichert. Sie zählen ab ${weekdayName(berlinDay(from))}, ${clock(berlinTime(from))} Uhr: Dann ist dein Konto einen Tag alt.`}
    </p>
  )
}
