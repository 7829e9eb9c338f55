import type { StarPage } from '@hot/domain/contract/star'
import { answerLabel, type StarQuestion, starQuestions } from '@hot/domain/star/questions'
import { useQueryClient } from '@tanstack/react-query'
import Undo2 from 'lucide-react/icons/undo-2'
import { useEffect, useId, useRef } from 'react'
import { starChoices, useQueuedVotes } from '#web/entities/star/star-choices.ts'
import { voteTarget } from '#web/entities/star/star-targets.ts'
import { useOwnChoice } from '#web/lib/offline/queued-writes/own-choices.ts'
import { announce } from '#web/ui/feedback/announce.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { CommunityVerdict, digitWidths, HowItWasVoted } from './how-voted.tsx'

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
      <p className="meta">
        {queued > 0
          ? 'Kein Netz. Deine Antworten sind gemerkt und gehen raus, sobald du wieder online bist.'
          : 'Ändern geht jederzeit. Nochmal auf dieselbe Zahl tippen nimmt die Antwort zurück.'}
      </p>
      <HowItWasVoted star={star} verdict={({ key }) => <OthersAnswers star={star} question={key} />} />
    </div>
  )
}

/** Everybody's answers, once the member has given one: nobody should be led. */
function OthersAnswers({ star, question }: { star: StarPage; question: StarQuestion['key'] }) {
  const choice = useOwnChoice(voteTarget(question, star.id))
  if (choice) return <CommunityVerdict verdict={star[question]} />
  return <p className="meta">Erst du, dann die anderen: Antworte, und hier steht, was alle gesagt haben.</p>
}

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

/** A question with the answers 1–5, as a radio group. */
export function RatingScale({ legend, low, high, value, onChange, onWithdraw, disabled }: Props) {
  const name = useId()
  const scale = useRef<HTMLDivElement>(null)
  // By keyboard the chosen answer cannot be pressed again. The button goes with the answer.
  const withdraw = () => {
    scale.current?.querySelector('input')?.focus()
    onWithdraw?.()
    announce('Antwort zurückgenommen.')
  }
  return (
    <fieldset className="rating" disabled={disabled}>
      <legend className="type-h3">{legend}</legend>
      <div ref={scale} className="rating-scale">
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
      <div className="rating-ends">
        <span aria-hidden="true">{low}</span>
        {onWithdraw && value !== null && (
          <button type="button" className="link" aria-label={`Zurücknehmen: ${legend}`} onClick={withdraw}>
            <Icon of={Undo2} size={16} />
            <span>Zurücknehmen</span>
          </button>
        )}
        <span aria-hidden="true">{high}</span>
      </div>
    </fieldset>
  )
}
