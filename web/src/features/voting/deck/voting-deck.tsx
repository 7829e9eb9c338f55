import { questions } from '@hot/domain/star/hot-score'
import { starName } from '@hot/domain/star/name'
import { useQueryClient } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useEffect, useReducer, useRef } from 'react'
import { Portrait } from '#web/entities/star/star-card.tsx'
import { starChoices } from '#web/entities/star/star-choices.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { announce } from '#web/ui/feedback/announce.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { flyAway, useVotingKeys } from '../gestures.ts'
import { LastCard, VotingCard, VotingEnd, VotingProgress, VotingQueue } from './cards.tsx'
import { type DeckStar, isRated, moveDeck, newDeck, questionFor, useRatedCount, useVotes, type Votes } from './deck.ts'
import { VotingSkeleton } from './voting-skeleton.tsx'

type Props = {
  cards: readonly DeckStar[]
  /** Stars rated before the first card, and the total. */
  ratedBefore: number
  total: number
  /** More cards will be loaded. */
  more: boolean
  /** Requests more; called when few cards are left. */
  onFewLeft: () => void
  onRestart: () => void
}

/** How many of the next stars wide screens show. */
const queued = 6

/** More cards are requested when this many are left. */
const fetchMoreAt = 5

/** The stack of cards: progress, the current card, its buttons, the end, and undo. */
export function VotingDeck({ cards, ratedBefore, total, more, onFewLeft, onRestart }: Props) {
  const [deck, move] = useReducer(moveDeck, newDeck)
  const rated = ratedBefore + useRatedCount(cards)
  const container = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const end = useRef<HTMLElement>(null)
  /** Whether the card that was left had the focus, and the next has not been there to get it. */
  const hadFocus = useRef(false)
  const star = cards[deck.at]
  const votes = useVotes(star)
  const rate = useRate()
  const shown = star && starName(star)
  useEffect(() => {
    if (cards.length - deck.at <= fetchMoreAt) onFewLeft()
  }, [cards.length, deck.at, onFewLeft])
  useEffect(() => {
    // A focus on the card that left goes to the new one; whoever stays on a button or uses the keys is told who comes.
    if (deck.at === 0 && deck.previous === null) return
    if (hadFocus.current || document.activeElement === document.body) {
      const heading = title.current ?? end.current
      heading?.focus({ preventScroll: true })
      hadFocus.current = heading === null
    } else if (shown) announce(shown)
    if ((container.current?.getBoundingClientRect().top ?? 0) < 0) container.current?.scrollIntoView()
  }, [deck, shown])

  const leave = (type: 'next' | 'back', dx = 0) => {
    hadFocus.current = container.current?.contains(document.activeElement) === true
    if (star && !(type === 'back' && deck.at === 0))
      flyAway(container.current?.querySelector('.voting-card'), type === 'next' ? 'left' : 'right', dx)
    move(type === 'next' ? { type, cards: cards.length } : { type })
  }
  const noteAnswer = useGoingOn(star?.id, votes !== undefined && isRated(votes), () => leave('next'))
  const answer = (given: Partial<Votes>) => {
    if (!star) return
    noteAnswer()
    rate(star.id, given)
  }
  useVotingKeys((intent) => {
    if (intent.type !== 'answer') leave(intent.type)
    else if (star && votes) {
      const question = questionFor(votes, focusedQuestion())
      if (question) answer({ [question]: intent.value })
    }
  })

  const previous = cards[deck.previous ?? -1]
  return (
    <>
      <VotingProgress rated={rated} total={total} />
      <p className="voting-last meta">
        {previous ? (
          <LastCard
            star={previous}
            onUndo={(before) => {
              rate(previous.id, before)
              move({ type: 'undo' })
            }}
          />
        ) : (
          star && <span>Nach drei Antworten geht es weiter.</span>
        )}
      </p>
      {star && votes ? (
        <>
          <div ref={container} className="voting-deck">
            <VotingCard
              key={star.id}
              star={star}
              votes={votes}
              title={title}
              onRate={(question, value) => answer({ [question]: value })}
              onSwipe={(direction, dx) => leave(direction === 'left' ? 'next' : 'back', dx)}
            />
          </div>
          <VotingActions
            isFirst={deck.at === 0}
            isRated={isRated(votes)}
            onBack={() => leave('back')}
            onNext={() => leave('next')}
          />
          <VotingQueue stars={cards.slice(deck.at + 1, deck.at + 1 + queued)} />
          <NextPortrait star={cards[deck.at + 1]} />
        </>
      ) : more ? (
        <VotingSkeleton />
      ) : (
        <section ref={end} tabIndex={-1} aria-label="Ende des Stapels">
          <VotingEnd
            rated={rated}
            total={total}
            onAgain={onRestart}
            onBack={cards.length > 0 ? () => move({ type: 'back' }) : null}
          />
        </section>
      )}
    </>
  )
}

/** Returns a function that sets the given answers; null withdraws one. Members without a nickname choose one first. */
function useRate() {
  const cache = useQueryClient()
  return (starId: string, votes: Partial<Votes>) => starChoices(cache).rate(starId, votes)
}

/** So long the last answer is seen before the next card comes (ms). */
const seenMs = 600

/**
 * Goes on once the member has given the last missing answer of a card. Returns what to call with each answer: nothing goes
 * on by itself when an answer is changed later, or given in another tab.
 */
function useGoingOn(starId: string | undefined, rated: boolean, goOn: () => void): () => void {
  const answering = useRef<string>(undefined)
  const latest = useRef(goOn)
  latest.current = goOn
  useEffect(() => {
    if (!rated || answering.current === undefined || answering.current !== starId) return
    const timer = setTimeout(() => {
      answering.current = undefined
      latest.current()
    }, seenMs)
    return () => clearTimeout(timer)
  }, [starId, rated])
  return () => {
    if (!rated) answering.current = starId
  }
}

function focusedQuestion(): keyof Votes | null {
  const focused = document.activeElement?.closest('[data-question]')?.getAttribute('data-question')
  return questions.find((question) => question === focused) ?? null
}

/** Preloads the next card's picture. */
function NextPortrait({ star }: { star: DeckStar | undefined }) {
  return (
    star?.avatar_url && (
      <div hidden>
        <Portrait id={star.id} name={starName(star)} src={star.avatar_url} eager />
      </div>
    )
  )
}

type ActionsProps = { isFirst: boolean; isRated: boolean; onBack: () => void; onNext: () => void }

/** Buttons that do the same as swipes and arrow keys: back, skip, and next once all three questions are answered. */
function VotingActions({ isFirst, isRated, onBack, onNext }: ActionsProps) {
  return (
    <div className="voting-actions">
      <Button aria-label="Zurück" busy={isFirst} onClick={onBack}>
        <Icon of={ArrowLeft} />
      </Button>
      <Button busy={isRated} onClick={onNext}>
        Überspringen
      </Button>
      <Button variant="hot" busy={!isRated} onClick={onNext}>
        Weiter
        <Icon of={ArrowRight} />
      </Button>
    </div>
  )
}
