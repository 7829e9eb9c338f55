import { questions } from '@hot/domain/star/hot-score'
import { starName } from '@hot/domain/star/name'
import { starQuestions } from '@hot/domain/star/questions'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useEffect, useReducer, useRef } from 'react'
import { Portrait } from '#web/entities/star/star-card.tsx'
import { starChoices } from '#web/entities/star/star-choices.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Progress } from '#web/ui/feedback/loading.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { flyAway, useVotingKeys } from '../gestures.ts'
import { type DeckStar, isRated, moveDeck, newDeck, questionFor, useRatedCount, useVotes, type Votes } from './deck.ts'
import { VotingCard } from './voting-card.tsx'
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

/** More cards are requested when this many are left. */
const fetchMoreAt = 5

/** The stack of cards: progress, the current card, its buttons, the end, and undo. */
export function VotingDeck({ cards, ratedBefore, total, more, onFewLeft, onRestart }: Props) {
  const [deck, move] = useReducer(moveDeck, newDeck)
  const rated = ratedBefore + useRatedCount(cards)
  const container = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const star = cards[deck.at]
  const votes = useVotes(star)
  const rate = useRate()

  useEffect(() => {
    if (cards.length - deck.at <= fetchMoreAt) onFewLeft()
  }, [cards.length, deck.at, onFewLeft])
  useEffect(() => {
    // The focused element disappears with the previous card, so the focus and the scroll position move to the new one.
    if (deck.at === 0 && deck.previous === null) return
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true })
    if ((container.current?.getBoundingClientRect().top ?? 0) < 0) container.current?.scrollIntoView()
  }, [deck])

  const leave = (type: 'next' | 'back', dx = 0) => {
    if (star && !(type === 'back' && deck.at === 0))
      flyAway(container.current?.querySelector('.voting-card'), type === 'next' ? 'left' : 'right', dx)
    move(type === 'next' ? { type, cards: cards.length } : { type })
  }
  useVotingKeys((intent) => {
    if (intent.type !== 'answer') leave(intent.type)
    else if (star && votes) {
      const question = questionFor(votes, focusedQuestion())
      if (question) rate(star.id, { [question]: intent.value })
    }
  })

  const previous = deck.previous === null ? undefined : cards[deck.previous]
  return (
    <>
      <VotingProgress rated={rated} total={total} />
      {star && votes ? (
        <>
          <div ref={container} className="voting-deck">
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
      {previous && (
        <VotingUndo
          star={previous}
          onUndo={(before) => {
            rate(previous.id, before)
            move({ type: 'undo' })
          }}
        />
      )}
    </>
  )
}

/** Returns a function that sets the given answers; null withdraws one. Members without a nickname choose one first. */
function useRate() {
  const cache = useQueryClient()
  return (starId: string, votes: Partial<Votes>) => starChoices(cache).rate(starId, votes)
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
      <Button aria-label="Zurück" disabled={isFirst} onClick={onBack}>
        <Icon of={ArrowLeft} />
      </Button>
      <Button disabled={isRated} onClick={onNext}>
        Überspringen
      </Button>
      <Button variant="hot" disabled={!isRated} onClick={onNext}>
        Weiter
        <Icon of={ArrowRight} />
      </Button>
    </div>
  )
}

/** The number of rated stars, and the keyboard shortcuts on wide screens. */
function VotingProgress({ rated, total }: { rated: number; total: number }) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <b className="type-h4" role="status">
          {`${formatCount(rated)} von ${formatCount(total)} bewertet`}
        </b>
        <span className="voting-keys" aria-hidden="true">
          <kbd>←</kbd> <kbd>→</kbd> blättern <kbd>1–5</kbd> bewerten
        </span>
      </div>
      <Progress label="Bewertete Stars" done={rated} total={total} />
    </div>
  )
}

type EndProps = { rated: number; total: number; onAgain: () => void; onBack: (() => void) | null }

/** Shown after the last card: all stars are rated, or skipped ones are left. */
function VotingEnd({ rated, total, onAgain, onBack }: EndProps) {
  const chart = (
    <Link to="/charts/stars/hot-bestenliste" className={buttonClass({ variant: 'hot' })}>
      Zur HoT Bestenliste
    </Link>
  )
  const back = onBack && (
    <Button variant="quiet" onClick={onBack}>
      Zurück zur letzten Karte
    </Button>
  )
  if (total === 0)
    return (
      <EmptyState emoji="🌵" title="Noch keine Stars" text="Die Villa ist leer. Schau bald wieder rein.">
        {back}
      </EmptyState>
    )
  if (rated >= total)
    return (
      <EmptyState
        emoji="🏆"
        title="Alle bewertet!"
        text="Mehr Meinung geht nicht. Guck nach, was aus deinen Stimmen geworden ist."
      >
        {chart}
        {back}
      </EmptyState>
    )
  return (
    <EmptyState emoji="🍹" title="Durch den Stapel" text={leftText(total - rated)}>
      <Button variant="hot" onClick={onAgain}>
        Nochmal von vorn
      </Button>
      {back}
    </EmptyState>
  )
}

const leftText = (left: number) =>
  left === 1 ? 'Eine Person wartet noch auf deine Antworten.' : `${left} warten noch auf deine Antworten.`

type UndoProps = { star: DeckStar; onUndo: (votes: Votes) => void }

/** The answers on the previous card, with an undo button; renders nothing if they were not changed. */
function VotingUndo({ star, onUndo }: UndoProps) {
  const votes = useVotes(star)
  if (!votes) return null
  const changed = starQuestions.some(({ key }) => votes[key] !== star.mine[key])
  if (!changed) return null
  return (
    <p className="meta flex flex-wrap items-center gap-x-2">
      <span>
        {starName(star)}: {starQuestions.map(({ key }) => votes[key] ?? '–').join(' · ')}
      </span>
      <button type="button" className="link min-h-6" onClick={() => onUndo(star.mine)}>
        Rückgängig
      </button>
    </p>
  )
}
