import type { StarPage } from '@hot/domain/contract/star'
import { type StarQuestion, starQuestions } from '@hot/domain/star/questions'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import { starChoices, useQueuedVotes } from '#web/entities/star/star-choices.ts'
import { voteTarget } from '#web/entities/star/star-targets.ts'
import { useOwnChoice } from '#web/lib/offline/queued-writes/own-choices.ts'
import { answerLabel, CommunityVerdict, digitWidths, RatingFooter } from './guest-ratings.tsx'

/** The three questions with the member's answers. Choosing an answer again withdraws it. */
export function MemberRatings({ star }: { star: StarPage }) {
  const cache = useQueryClient()
  const queued = useQueuedVotes()
  useEffect(() => {
    // On failure no answer is shown; new answers are shown and sent nevertheless.
    starChoices(cache)
      .loadStar(star.id)
      .catch(() => undefined)
  }, [cache, star.id])
  return (
    <div className="grid gap-6">
      {starQuestions.map((question) => (
        <OwnAnswer key={question.key} star={star} question={question} />
      ))}
      <RatingFooter star={star}>
        {queued > 0
          ? 'Kein Netz. Deine Antworten sind gemerkt und gehen raus, sobald du wieder online bist.'
          : 'Ändern geht jederzeit. Nochmal auf dieselbe Zahl tippen nimmt die Antwort zurück.'}
      </RatingFooter>
    </div>
  )
}

/** With everybody's answers, once the member has given one: nobody should be led. */
function OwnAnswer({ star, question: { key, text, ends } }: { star: StarPage; question: StarQuestion }) {
  const choice = useOwnChoice(voteTarget(key, star.id))
  const cache = useQueryClient()
  const rate = (value: number | null) => starChoices(cache).rate(star.id, { [key]: value })
  return (
    <RatingScale
      legend={text}
      low={ends[0]}
      high={ends[1]}
      value={choice ? Number(choice) : null}
      onChange={rate}
      onWithdraw={() => rate(null)}
    >
      {choice && <CommunityVerdict verdict={star[key]} />}
    </RatingScale>
  )
}

type Props = {
  /** The question. */
  legend: string
  /** What 1 and 5 mean. */
  low: string
  high: string
  value: number | null
  onChange: (value: number) => void
  /** Called when the chosen answer is chosen again. */
  onWithdraw?: () => void
  disabled?: boolean
  /** Shown below the answers. */
  children?: ReactNode
}

/** A question with the answers 1–5, as a radio group. */
export function RatingScale({ legend, low, high, value, onChange, onWithdraw, disabled, children }: Props) {
  const name = useId()
  return (
    <fieldset className="rating" disabled={disabled}>
      <legend className="type-h3">{legend}</legend>
      <div className="rating-scale">
        {digitWidths.map((width, index) => {
          const step = index + 1
          return (
            <label key={step} style={{ '--w': width }}>
              <input
                type="radio"
                name={name}
                value={step}
                checked={value === step}
                onChange={() => onChange(step)}
                // Choosing the current answer again fires no change event, only a click.
                onClick={() => value === step && onWithdraw?.()}
                aria-label={answerLabel(step, low, high)}
              />
              <span>{step}</span>
            </label>
          )
        })}
      </div>
      <div className="rating-ends" aria-hidden="true">
        <span>{low}</span>
        <span>{high}</span>
      </div>
      {children}
    </fieldset>
  )
}
