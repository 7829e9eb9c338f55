import { starName } from '@hot/domain/star/name'
import { starQuestions } from '@hot/domain/star/questions'
import { starPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { Distinction } from '#web/entities/star/distinction.tsx'
import { Portrait } from '#web/entities/star/star-card.tsx'
import { formatScore } from '#web/ui/data/format-number.ts'
import { followSwipes, type SwipeDirection } from '../gestures.ts'
import { RatingScale } from '../ratings/member-ratings.tsx'
import { type DeckStar, questionFor, type Votes } from './deck.ts'

type Props = {
  star: DeckStar
  votes: Votes
  /** Gets the focus when a new card appears. */
  title: RefObject<HTMLHeadingElement | null>
  onRate: (question: keyof Votes, value: number | null) => void
  onSwipe: (direction: SwipeDirection, dx: number) => void
}

/** A star with the three questions, which can be swiped to either side. */
export function VotingCard({ star, votes, title, onRate, onSwipe }: Props) {
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
