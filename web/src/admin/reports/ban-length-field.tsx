import { TextField } from '#web/ui/forms/text-field.tsx'
import { CheckField } from '../kit/fields.tsx'

type Props = {
  /** null: for good. */
  days: number | null
  onChange: (days: number | null) => void
  /** In days. */
  longest: number
  mayBeForGood: boolean
}

const standardDays = 7

/** How long a ban lasts. What is no number of days counts as 0, which the database refuses with the rule. */
export function BanLengthField({ days, onChange, longest, mayBeForGood }: Props) {
  return (
    <div className="grid gap-2">
      {days !== null && (
        <TextField
          label="Dauer in Tagen"
          name="days"
          type="number"
          inputMode="numeric"
          min={1}
          max={longest}
          defaultValue={days}
          hint={`1 bis ${longest.toLocaleString('de-DE')} Tage`}
          onChange={(event) => onChange(Math.trunc(Number(event.target.value)) || 0)}
        />
      )}
      {mayBeForGood && (
        <CheckField
          label="Dauerhaft sperren"
          checked={days === null}
          onChange={(forGood) => onChange(forGood ? null : standardDays)}
        />
      )}
    </div>
  )
}
