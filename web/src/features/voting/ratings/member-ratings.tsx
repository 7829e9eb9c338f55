import type { StarPage } from '@hot/domain/contract/star'
import { type StarQuestion, starQuestions } from '@hot/domain/star/questions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { starChoices, useWaitingVotes } from '#web/entities/star/star-choices.ts'
import { voteTarget } from '#web/entities/star/star-targets.ts'
import { useOwnChoice } from '#web/lib/offline/queued-writes/own-choices.ts'
import { RatingNote } from './guest-ratings.tsx'

/** The three questions with the member's answers, editable; choosing an answer again withdraws it. */
export function MemberRatings({ star }: { star: StarPage }) {
  const cache = useQueryClient()
  const waiting = useWaitingVotes()
  useEffect(() => {
    // On failure no choice is shown; a vote given now is still shown and counted.
    starChoices(cache)
      .loadStar(star.id)
      .catch(() => undefined)
  }, [cache, star.id])
  return (
    <div className="grid gap-6">
      {starQuestions.map((question) => (
        <OwnAnswer key={question.key} starId={star.id} question={question} />
      ))}
      <RatingNote star={star}>
        {waiting > 0
          ? 'Kein Netz. Deine Antworten sind gemerkt und gehen raus, sobald du wieder online bist.'
          : 'Ändern geht jederzeit. Nochmal auf dieselbe Zahl tippen nimmt die Antwort zurück.'}
      </RatingNote>
    </div>
  )
}

function OwnAnswer({ starId, question: { key, text, ends } }: { starId: string; question: StarQuestion }) {
  const choice = useOwnChoice(voteTarget(key, starId))
  const cache = useQueryClient()
  // Shown within the same frame: everything is already loaded.
  const rate = (value: number | null) => starChoices(cache).rate(starId, { [key]: value })
  return (
    <RatingScale
      legend={text}
      low={ends[0]}
      high={ends[1]}
      value={choice ? Number(choice) : null}
      onChange={rate}
      onWithdraw={() => rate(null)}
    />
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
}

/** Wider digits for higher answers. */
const widths = ['62%', '78%', '94%', '110%', '125%']

/** A question answered 1–5; arrow keys move the choice, as in any radio group. */
export function RatingScale({ legend, low, high, value, onChange, onWithdraw, disabled }: Props) {
  const name = useId()
  return (
    <fieldset className="rating" disabled={disabled}>
      <legend className="type-h3">{legend}</legend>
      <div className="rating-scale">
        {widths.map((width, index) => {
          const step = index + 1
          return (
            <label key={step} style={{ '--w': width }}>
              <input
                type="radio"
                name={name}
                value={step}
                checked={value === step}
                onChange={() => onChange(step)}
                // Choosing the current answer fires no change event, but does fire a click.
                onClick={() => value === step && onWithdraw?.()}
                aria-label={stepLabel(step, low, high)}
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
    </fieldset>
  )
}

function stepLabel(step: number, low: string, high: string): string {
  const meaning = step === 1 ? low : step === 5 ? high : null
  return meaning ? `${step} von 5, ${meaning}` : `${step} von 5`
}
