import { questions } from '@hot/domain/star/hot-score'
import { starName } from '@hot/domain/star/name'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { Portrait } from '#web/entities/star/portrait.tsx'
import { starChoices } from '#web/entities/star/star-choices.ts'
import { flyAway } from '../gestures/animate-card-out.ts'
import { useVotingKeys } from '../gestures/use-voting-keys.ts'
import { type DeckStar, isRated, moveDeck, newDeck, questionFor, type Votes } from './deck.ts'
import { useRatedCount, useVotes } from './use-votes.ts'
import { VotingActions } from './voting-actions.tsx'
import { VotingCard } from './voting-card.tsx'
import { VotingEnd } from './voting-end.tsx'
import { VotingProgress } from './voting-progress.tsx'
import { VotingSkeleton } from './voting-skeleton.tsx'
import { VotingUndo } from './voting-undo.tsx'

type Props = {
  cards: readonly DeckStar[]
  /** Rated before the first of the cards, and all there are. */
  ratedBefore: number
  total: number
  /** More cards are on their way. */
  more: boolean
  /** Asks for more; called with few cards left. */
  onFewLeft: () => void
  onRestart: () => void
}

/** So many cards before the end the next ones are asked for. */
const fewLeft = 5

export function VotingDeck({ cards, ratedBefore, total, more, onFewLeft, onRestart }: Props) {
  const [deck, move] = useReducer(moveDeck, newDeck)
  const rated = ratedBefore + useRatedCount(cards)
  const place = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const star = cards[deck.at]
  const votes = useVotes(star)
  const rate = useRate()

  useEffect(() => {
    if (cards.length - deck.at <= fewLeft) onFewLeft()
  }, [cards.length, deck.at, onFewLeft])
  useEffect(() => {
    // Whatever held the focus went with the card before; a card begins at its top.
    if (deck.at === 0 && deck.left === null) return
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true })
    if ((place.current?.getBoundingClientRect().top ?? 0) < 0) place.current?.scrollIntoView()
  }, [deck])

  const leave = (type: 'next' | 'back', dx = 0) => {
    if (star && !(type === 'back' && deck.at === 0))
      flyAway(place.current?.querySelector('.voting-card'), type === 'next' ? 'left' : 'right', dx)
    move(type === 'next' ? { type, cards: cards.length } : { type })
  }
  useVotingKeys((intent) => {
    if (intent.type !== 'answer') leave(intent.type)
    else if (star && votes) {
      const question = questionFor(votes, focusedQuestion())
      if (question) rate(star.id, { [question]: intent.value })
    }
  })

  const left = deck.left === null ? undefined : cards[deck.left]
  return (
    <>
      <VotingProgress rated={rated} total={total} />
      {star && votes ? (
        <>
          <div ref={place} className="voting-deck">
            <VotingCard
              key={star.id}
              star={star}
              votes={votes}
              title={title}
              onRate={(question, value) => rate(star.id, { [question]: value })}
              onSwipe={(direction, dx) => leave(direction === 'left' ? 'next' : 'back', dx)}
            />
          </div>
          <VotingActions
            isFirst={deck.at === 0}
            isRated={isRated(votes)}
            onBack={() => leave('back')}
            onNext={() => leave('next')}
          />
          <NextPortrait star={cards[deck.at + 1]} />
        </>
      ) : more ? (
        <VotingSkeleton />
      ) : (
        <VotingEnd
          rated={rated}
          total={total}
          onAgain={onRestart}
          onBack={cards.length > 0 ? () => move({ type: 'back' }) : null}
        />
      )}
      {left && (
        <VotingUndo
          star={left}
          onUndo={(before) => {
            rate(left.id, before)
            move({ type: 'undo' })
          }}
        />
      )}
    </>
  )
}

/** Sets the questions that are named; null withdraws. Members without a nickname are asked for it first. */
function useRate() {
  const cache = useQueryClient()
  return (starId: string, votes: Partial<Votes>) => starChoices(cache).rate(starId, votes)
}

function focusedQuestion(): keyof Votes | null {
  const focused = document.activeElement?.closest('[data-question]')?.getAttribute('data-question')
  return questions.find((question) => question === focused) ?? null
}

/** Loads the next picture while this card is being answered. */
function NextPortrait({ star }: { star: DeckStar | undefined }) {
  return (
    star?.avatar_url && (
      <div hidden>
        <Portrait id={star.id} name={starName(star)} src={star.avatar_url} eager />
      </div>
    )
  )
}
