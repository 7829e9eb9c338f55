import { useId } from 'react'

type Props = {
  /** The question. */
  legend: string
  /** What 1 and 5 mean. */
  low: string
  high: string
  value: number | null
  onChange: (value: number) => void
  /** The chosen answer was chosen again: takes it back. */
  onWithdraw?: () => void
  disabled?: boolean
}

/** The wider the digit, the more of it. */
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
                // Choosing what is chosen is no change, but a click or the space bar all the same.
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
