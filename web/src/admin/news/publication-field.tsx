import { longDateTime } from '@hot/domain/time/german-date'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type NewsFields, type Publication, scheduledAt } from './news-fields.ts'

type Props = {
  fields: NewsFields
  isOnline: boolean
  error: string | undefined
  onChange: (changes: Partial<NewsFields>) => void
}

const texts: Readonly<Record<Publication, string>> = {
  stays: 'Online lassen',
  draft: 'Entwurf',
  now: 'Jetzt veröffentlichen',
  scheduled: 'Einplanen',
}
const hints: Readonly<Record<Publication, string>> = {
  stays: 'Datum und Platz auf der Startseite bleiben.',
  draft: 'Nur das Team sieht sie.',
  now: 'Steht gleich oben auf der Startseite.',
  scheduled: 'Erscheint von selbst.',
}

/** Draft, now, or at a time on the clock of Berlin. */
export function PublicationField({ fields, isOnline, error, onChange }: Props) {
  const choices: Publication[] = isOnline ? ['stays', 'draft', 'now', 'scheduled'] : ['draft', 'now', 'scheduled']
  const at = scheduledAt(fields)
  const choose = (value: string) => onChange({ publication: choices.find((one) => one === value) ?? 'draft' })
  return (
    <div className="grid gap-4">
      <SelectField
        label="Veröffentlichung"
        hint={hints[fields.publication]}
        value={fields.publication}
        onChange={(event) => choose(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {texts[choice]}
          </option>
        ))}
      </SelectField>
      {fields.publication === 'scheduled' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Tag"
            type="date"
            value={fields.day}
            error={error}
            onChange={(event) => onChange({ day: event.target.value })}
          />
          <TextField
            label="Uhrzeit"
            type="time"
            hint={at ? `${longDateTime(at)} in Berlin` : 'Uhr in Berlin'}
            value={fields.time}
            onChange={(event) => onChange({ time: event.target.value })}
          />
        </div>
      )}
    </div>
  )
}
