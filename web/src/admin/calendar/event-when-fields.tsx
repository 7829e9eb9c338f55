import { clockChangeAt, eventEndTime } from '@hot/domain/calendar/event-rules'
import { isDay, readEventTime } from '@hot/domain/time/berlin-time'
import { clock, longDay } from '@hot/domain/time/german-date'
import { Note } from '#web/ui/feedback/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { EventFields, FieldsProps } from './event-fields.ts'

/** Day, time and length, on the clock of Berlin. */
export function EventWhenFields({ fields, mistakes, set }: FieldsProps) {
  const time = isDay(fields.day) ? readEventTime(fields.time.trim() || '20:15') : null
  const change = time && clockChangeAt(fields.day, time)
  return (
    <>
      <div className="event-fields event-fields-3">
        <TextField
          label="Tag"
          name="day"
          type="date"
          value={fields.day}
          onChange={({ target }) => set({ day: target.value })}
          error={mistakes.day}
        />
        <TextField
          label="Uhrzeit"
          name="time"
          inputMode="decimal"
          autoComplete="off"
          placeholder="20:15"
          value={fields.time}
          onChange={({ target }) => set({ time: target.value })}
          onBlur={() => time && set({ time: time.endsWith(':00') ? clock(time) : time })}
          error={mistakes.time}
        />
        <TextField
          label="Minuten"
          name="minutes"
          inputMode="numeric"
          value={fields.minutes}
          onChange={({ target }) => set({ minutes: target.value })}
          error={mistakes.minutes}
          hint={time && endHint(fields, time)}
        />
      </div>
      {change === 'skipped' && (
        <Note kind="warn">
          {`${clock(time ?? '')} Uhr gibt es am ${longDay(fields.day)} nicht: Die Uhr springt von 2 auf 3. Gezeigt wird es eine Stunde später.`}
        </Note>
      )}
      {change === 'twice' && (
        <Note kind="warn">
          {`${clock(time ?? '')} Uhr gibt es am ${longDay(fields.day)} zweimal: Die Uhr geht von 3 auf 2 zurück. Gemeint ist das erste Mal.`}
        </Note>
      )}
    </>
  )
}

function endHint({ day, minutes }: EventFields, time: string): string | null {
  const length = Number(minutes)
  return Number.isInteger(length) && length > 0 && length <= 1440 ? `bis ${eventEndTime(day, time, length)}` : null
}
