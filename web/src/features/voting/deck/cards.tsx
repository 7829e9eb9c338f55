import { starName } from '@hot/domain/star/name'
import { starQuestions } from '@hot/domain/star/questions'
import { starPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { Distinction } from '#web/entities/star/distinction.tsx'
import { Portrait } from '#web/entities/star/star-card.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount, formatScore } from '#web/ui/data/format-number.ts'
import { Progress } from '#web/ui/feedback/loading.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { followSwipes, type SwipeDirection } from '../gestures.ts'
import { RatingScale } from '../ratings/member-ratings.tsx'
import { type DeckStar, isRated, questionFor, useVotes, type Votes } from './deck.ts'

type CardProps = {
  star: DeckStar
  votes: Votes
  /** Gets the focus when a new card appears. */
  title: RefObject<HTMLHeadingElement | null>
  onRate: (question: keyof Votes, value: number | null) => void
  onSwipe: (direction: SwipeDirection, dx: number) => void
}

/** A star with the three questions, which can be swiped to either side. */
export function VotingCard({ star, votes, title, onRate, onSwipe }: CardProps) {
  const card = useRef<HTMLElement>(null)
  const swiped = useRef(onSwipe)
  swiped.current = onSwipe
  useEffect(() => {
    if (card.current) return followSwipes(card.current, (direction, dx) => swiped.current(direction, dx))
  }, [])
  const current = questionFor(votes, null)
  return (
    <article ref={card} className="voting-card">
      <Portrait id={star.id} name={starName(star)} src={star.avatar_url} eager />
      <div className="voting-body">
        <div className="voting-name">
          <h2 ref={title} tabIndex={-1} className="type-h2">
            <Link to={starPath(star.slug)} draggable={false}>
              {starName(star)}
              <Distinction star={star} />
            </Link>
          </h2>
          <p className="meta">{heatText(star, current === null)}</p>
        </div>
        {starQuestions.map(({ key, text, ends: [low, high] }) => (
          <div key={key} data-question={key} className={key === current ? 'voting-current' : undefined}>
            <RatingScale
              legend={text}
              low={low}
              high={high}
              value={votes[key]}
              onChange={(value) => onRate(key, value)}
              onWithdraw={() => onRate(key, null)}
            />
          </div>
        ))}
      </div>
    </article>
  )
}

/** Score and rank would sway the vote, so they are told after it. */
function heatText({ hot_score, rank }: DeckStar, voted: boolean): string {
  if (hot_score === null) return 'Noch ohne HoT-Score. Da fehlst du.'
  if (!voted) return 'Erst deine drei Stimmen, dann der HoT-Score.'
  const place = rank === null ? '' : ` · Platz ${rank}`
  return `HoT-Score ${formatScore(hot_score)}${place}`
}

/** The number of rated stars, and the keyboard shortcuts on wide screens. */
export function VotingProgress({ rated, total }: { rated: number; total: number }) {
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

type LastProps = { star: DeckStar; onUndo: (votes: Votes) => void }

/** The answers on the card left last, now that its score may be told, with an undo button; only its name if it was skipped. */
export function LastCard({ star, onUndo }: LastProps) {
  const votes = useVotes(star)
  const isChanged = votes !== undefined && starQuestions.some(({ key }) => votes[key] !== star.mine[key])
  if (!votes || !isChanged) return <span>{`${starName(star)}: übersprungen`}</span>
  const answers = starQuestions.map(({ key }) => votes[key] ?? '–').join(' · ')
  return (
    <>
      <span>{starName(star)}</span>
      <b className="num">{answers}</b>
      {isRated(votes) && star.hot_score !== null && (
        <span className="flex-none">{`HoT-Score ${formatScore(star.hot_score)}`}</span>
      )}
      <button type="button" className="link" onClick={() => onUndo(star.mine)}>
        Rückgängig
      </button>
    </>
  )
}

/** Who comes next, on wide screens. */
export function VotingQueue({ stars }: { stars: readonly DeckStar[] }) {
  if (stars.length === 0) return null
  return (
    <section className="voting-queue" aria-label="Danach">
      <h3 className="type-h4">Danach</h3>
      <ol>
        {stars.map((star) => (
          <li key={star.id}>
            <Avatar id={star.id} name={starName(star)} src={star.avatar_url} />
            {starName(star)}
          </li>
        ))}
      </ol>
    </section>
  )
}

type EndProps = { rated: number; total: number; onAgain: () => void; onBack: (() => void) | null }

/** Shown after the last card: all stars are rated, or skipped ones are left. */
export function VotingEnd({ rated, total, onAgain, onBack }: EndProps) {
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
