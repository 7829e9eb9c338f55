import { seriesFrequencies, seriesFrequencyLabels } from '@hot/domain/calendar/series'
import { longDay } from '@hot/domain/time/german-date'
import { useId } from 'react'
import { Switch } from '#web/ui/controls/switch.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type EventFields, type FieldsProps, plannedDays } from './event-fields.ts'

type Props = FieldsProps & {
  /** The event belongs to a series already. */
  fixed: boolean
}

/** Rhythm and end of a series, and what they come to. */
export function SeriesFields({ fields, mistakes, set, fixed }: Props) {
  const label = useId()
  return (
    <>
      {!fixed && (
        <p className="flex items-center gap-3">
          <Switch aria-labelledby={label} checked={fields.repeats} onChange={(repeats) => set({ repeats })} />
          <span id={label}>Wiederholt sich (Serie)</span>
        </p>
      )}
      {fields.repeats && (
        <div className="event-fields">
          <SelectField
            label="Rhythmus"
            name="frequency"
            value={fields.frequency}
            onChange={({ target }) => {
              const frequency = seriesFrequencies.find((one) => one === target.value)
              if (frequency) set({ frequency })
            }}
          >
            {seriesFrequencies.map((frequency) => (
              <option key={frequency} value={frequency}>
                {seriesFrequencyLabels[frequency]}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Letzter Tag"
            name="until"
            type="date"
            value={fields.until}
            onChange={({ target }) => set({ until: target.value })}
            error={mistakes.until}
            hint={fixed ? null : spanHint(fields)}
          />
        </div>
      )}
    </>
  )
}

/** `8 Folgen bis 12. Januar 2027` */
function spanHint(fields: EventFields): string | null {
  const days = fields.until ? plannedDays(fields) : null
  const last = days?.at(-1)
  if (!days || !last) return null
  return `${days.length === 1 ? 'Eine Folge' : `${days.length} Folgen`} bis ${longDay(last)}`
}
