import {
  clockChangeAt,
  eventDescriptionMax,
  eventEndTime,
  eventTitleMax,
  eventTypeLabels,
} from '@hot/domain/calendar/event-rules'
import { seriesFrequencies, seriesFrequencyLabels } from '@hot/domain/calendar/series'
import type { AdminCalendarChoices } from '@hot/domain/contract/admin/calendar'
import { textLength } from '@hot/domain/text/sanitize-text'
import { isDay, readEventTime } from '@hot/domain/time/berlin-time'
import { clock, longDay } from '@hot/domain/time/german-date'
import { useId } from 'react'
import { Switch } from '#web/ui/controls/switch.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type EventFields, type FieldsProps, formatChosen, plannedDays } from './event-draft.ts'

type EventWhatFieldsProps = FieldsProps & { choices: AdminCalendarChoices; isNew: boolean }

/** Format, season and what the broadcast is called. */
export function EventWhatFields({ fields, mistakes, set, choices, isNew }: EventWhatFieldsProps) {
  const seasons = choices.formats.find(({ id }) => id === fields.formatId)?.seasons ?? []
  const types = Object.entries(eventTypeLabels)
  return (
    <>
      <div className="event-fields">
        <SelectField
          label="Format"
          name="format"
          value={fields.formatId}
          onChange={({ target }) => set(formatChosen(fields, target.value, choices))}
        >
          <option value="">ohne Format</option>
          {choices.formats.map(({ id, name, active }) => (
            <option key={id} value={id}>
              {active ? name : `${name} (inaktiv)`}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Staffel"
          name="season"
          value={fields.seasonId}
          disabled={seasons.length === 0}
          onChange={({ target }) => set({ seasonId: target.value })}
        >
          <option value="">ohne Staffel</option>
          {seasons.map(({ id, season_number, title }) => (
            <option key={id} value={id}>
              {[`Staffel ${season_number}`, title].filter(Boolean).join(': ')}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label="Titel"
        name="title"
        value={fields.title}
        onChange={({ target }) => set({ title: target.value })}
        error={mistakes.title}
        hint="Heißt die Folge nur wie ihr Format, steht öffentlich Staffel und Folge."
        counter={{ used: textLength(fields.title), max: eventTitleMax }}
      />
      <div className="event-fields">
        <SelectField label="Art" name="type" value={fields.type} onChange={({ target }) => set({ type: target.value })}>
          {types.map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
          {!eventTypeLabels[fields.type] && <option value={fields.type}>{fields.type}</option>}
        </SelectField>
        <TextField
          label={isNew && fields.repeats ? 'Folge Nr. (die erste)' : 'Folge Nr.'}
          name="episode"
          inputMode="numeric"
          value={fields.episode}
          onChange={({ target }) => set({ episode: target.value })}
          error={mistakes.episode}
        />
      </div>
    </>
  )
}

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

type EventWhereFieldsProps = FieldsProps & { choices: AdminCalendarChoices }

/** Channel, streaming, live and the text. */
export function EventWhereFields({ fields, mistakes, set, choices }: EventWhereFieldsProps) {
  const liveId = useId()
  return (
    <>
      <div className="event-fields">
        <SelectField
          label="Sender"
          name="broadcaster"
          value={fields.broadcasterId}
          onChange={({ target }) => set({ broadcasterId: target.value })}
        >
          <option value="">keiner aus der Liste</option>
          <Named items={choices.broadcasters} />
        </SelectField>
        <SelectField
          label="Streaming"
          name="provider"
          value={fields.providerId}
          onChange={({ target }) => set({ providerId: target.value })}
        >
          <option value="">keins aus der Liste</option>
          <Named items={choices.providers} />
        </SelectField>
        {!fields.broadcasterId && (
          <TextField
            label="Anderer Sender"
            name="channel"
            value={fields.channel}
            onChange={({ target }) => set({ channel: target.value })}
            error={mistakes.channel}
          />
        )}
        {!fields.providerId && (
          <TextField
            label="Anderes Streaming"
            name="platform"
            value={fields.platform}
            onChange={({ target }) => set({ platform: target.value })}
            error={mistakes.platform}
          />
        )}
      </div>
      <p className="flex items-center gap-3">
        <Switch aria-labelledby={liveId} checked={fields.live} onChange={(live) => set({ live })} />
        <span id={liveId}>Live</span>
      </p>
      <TextAreaField
        label="Beschreibung"
        name="description"
        rows={3}
        value={fields.description}
        onChange={({ target }) => set({ description: target.value })}
        error={mistakes.description}
        counter={{ used: textLength(fields.description), max: eventDescriptionMax }}
      />
    </>
  )
}

function Named({ items }: { items: AdminCalendarChoices['broadcasters'] }) {
  return items.map(({ id, name, active }) => (
    <option key={id} value={id}>
      {active ? name : `${name} (inaktiv)`}
    </option>
  ))
}

type SeriesFieldsProps = FieldsProps & {
  /** The event belongs to a series already. */
  fixed: boolean
}

/** Rhythm and end of a series, and what they come to. */
export function SeriesFields({ fields, mistakes, set, fixed }: SeriesFieldsProps) {
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
