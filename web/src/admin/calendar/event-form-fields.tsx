import { formatChosen } from '@hot/domain/calendar/event-draft'
import { type EventFields, plannedDays } from '@hot/domain/calendar/event-form'
import { eventTypeLabels } from '@hot/domain/calendar/event-kind'
import {
  clockChangeAt,
  eventDescriptionMax,
  eventEndTime,
  eventNoteMax,
  eventTitleMax,
} from '@hot/domain/calendar/event-rules'
import type { AdminCalendarChoices } from '@hot/domain/contract/admin/calendar'
import { textLength } from '@hot/domain/text/sanitize-text'
import { isDay, readEventTime } from '@hot/domain/time/berlin-time'
import { clock, longDay } from '@hot/domain/time/german-date'
import { seriesFrequencies, seriesFrequencyLabels } from '@hot/domain/time/series'
import { useId } from 'react'
import { Switch } from '#web/ui/controls/button.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import type { ZodForm } from '#web/ui/forms/use-zod-form.ts'
import type { FieldTexts } from '../kit/conflict/use-conflict.ts'

type FormProps = { form: Pick<ZodForm<EventFields>, 'input' | 'bind' | 'watch'> }
/** Fields derived from the format. */
type TextName = keyof ReturnType<typeof formatChosen>

type EventWhatFieldsProps = FormProps & { choices: AdminCalendarChoices; isNew: boolean }

/** Format, season and title of the broadcast. */
export function EventWhatFields({ form, choices, isNew }: EventWhatFieldsProps) {
  const fields = form.watch()
  const choose = (changes: ReturnType<typeof formatChosen>) => {
    for (const [name, value] of Object.entries(changes) as [TextName, string][]) form.bind(name).onChange(value)
  }
  const seasons = choices.formats.find(({ id }) => id === fields.formatId)?.seasons ?? []
  const types = Object.entries(eventTypeLabels)
  return (
    <>
      <div className="event-fields">
        <SelectField
          label="Format"
          {...form.input('formatId')}
          onChange={({ target }) => choose(formatChosen(fields, target.value, choices))}
        >
          <option value="">ohne Format</option>
          {choices.formats.map(({ id, name, active }) => (
            <option key={id} value={id}>
              {active ? name : `${name} (inaktiv)`}
            </option>
          ))}
        </SelectField>
        <SelectField label="Staffel" {...form.input('seasonId')} disabled={seasons.length === 0}>
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
        {...form.input('title')}
        hint="Heißt die Folge nur wie ihr Format, steht öffentlich Staffel und Folge."
        counter={{ used: textLength(fields.title), max: eventTitleMax }}
      />
      <div className="event-fields">
        <SelectField label="Art" {...form.input('type')}>
          {types.map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
          {!eventTypeLabels[fields.type] && <option value={fields.type}>{fields.type}</option>}
        </SelectField>
        <TextField
          label={isNew && fields.repeats ? 'Folge Nr. (die erste)' : 'Folge Nr.'}
          inputMode="numeric"
          {...form.input('episode')}
        />
      </div>
    </>
  )
}

/** Day, time and duration, in Berlin time. */
export function EventWhenFields({ form }: FormProps) {
  const fields = form.watch()
  const time = isDay(fields.day) ? readEventTime(fields.time.trim() || '20:15') : null
  const change = time && clockChangeAt(fields.day, time)
  return (
    <>
      <div className="event-fields event-fields-3">
        <TextField label="Tag" type="date" {...form.input('day')} />
        <TextField
          label="Uhrzeit"
          inputMode="decimal"
          autoComplete="off"
          placeholder="20:15"
          {...form.input('time')}
          onBlur={() => time && form.bind('time').onChange(time.endsWith(':00') ? clock(time) : time)}
        />
        <TextField
          label="Minuten"
          inputMode="numeric"
          {...form.input('minutes')}
          hint={time && endHint(fields, time)}
        />
      </div>
      {change === 'skipped' && (
        <Callout kind="warn">
          {`${clock(time ?? '')} Uhr gibt es am ${longDay(fields.day)} nicht: Die Uhr springt von 2 auf 3. Gezeigt wird es eine Stunde später.`}
        </Callout>
      )}
      {change === 'twice' && (
        <Callout kind="warn">
          {`${clock(time ?? '')} Uhr gibt es am ${longDay(fields.day)} zweimal: Die Uhr geht von 3 auf 2 zurück. Gemeint ist das erste Mal.`}
        </Callout>
      )}
    </>
  )
}

function endHint({ day, minutes }: EventFields, time: string): string | null {
  const length = Number(minutes)
  return Number.isInteger(length) && length > 0 && length <= 1440 ? `bis ${eventEndTime(day, time, length)}` : null
}

type EventWhereFieldsProps = FormProps & { choices: AdminCalendarChoices; isNew: boolean }

/** Channel, streaming, whether it is live or cancelled, and description. */
export function EventWhereFields({ form, choices, isNew }: EventWhereFieldsProps) {
  const fields = form.watch()
  const liveId = useId()
  const cancelledId = useId()
  return (
    <>
      <div className="event-fields">
        <SelectField label="Sender" {...form.input('broadcasterId')}>
          <option value="">keiner aus der Liste</option>
          <Named items={choices.broadcasters} />
        </SelectField>
        <SelectField label="Streaming" {...form.input('providerId')}>
          <option value="">keins aus der Liste</option>
          <Named items={choices.providers} />
        </SelectField>
        {!fields.broadcasterId && <TextField label="Anderer Sender" {...form.input('channel')} />}
        {!fields.providerId && <TextField label="Anderes Streaming" {...form.input('platform')} />}
      </div>
      <p className="flex items-center gap-3">
        <Switch id={liveId} checked={fields.live} onChange={form.bind('live').onChange} />
        <label htmlFor={liveId}>Live</label>
      </p>
      {!isNew && (
        <div>
          <p className="flex items-center gap-3">
            <Switch id={cancelledId} checked={fields.cancelled} onChange={form.bind('cancelled').onChange} />
            <label htmlFor={cancelledId}>Fällt aus</label>
          </p>
          {fields.cancelled && (
            <p className="meta mt-1">
              Der Termin bleibt durchgestrichen stehen, auch in abonnierten Kalendern. Wer dem Format folgt, erfährt es.
            </p>
          )}
        </div>
      )}
      {!isNew && (
        <TextField
          label="Was sich ändert und warum"
          {...form.input('note')}
          hint="Steht beim Termin und in der Nachricht, die alle bekommen, die dem Format folgen. Darf leer bleiben."
          counter={{ used: textLength(fields.note), max: eventNoteMax }}
        />
      )}
      <TextAreaField
        label="Beschreibung"
        rows={3}
        {...form.input('description')}
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

type SeriesFieldsProps = FormProps & {
  /** The event already belongs to a series. */
  fixed: boolean
}

/** Rhythm and end of a series, and the resulting episodes. */
export function SeriesFields({ form, fixed }: SeriesFieldsProps) {
  const fields = form.watch()
  const repeatsId = useId()
  return (
    <>
      {!fixed && (
        <p className="flex items-center gap-3">
          <Switch id={repeatsId} checked={fields.repeats} onChange={form.bind('repeats').onChange} />
          <label htmlFor={repeatsId}>Wiederholt sich (Serie)</label>
        </p>
      )}
      {fields.repeats && (
        <div className="event-fields">
          <SelectField label="Rhythmus" {...form.input('frequency')}>
            {seriesFrequencies.map((frequency) => (
              <option key={frequency} value={frequency}>
                {seriesFrequencyLabels[frequency]}
              </option>
            ))}
          </SelectField>
          <TextField label="Letzter Tag" type="date" {...form.input('until')} hint={fixed ? null : spanHint(fields)} />
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

const nameIn = (choices: readonly { id: string; name: string }[]) => (id: string) =>
  choices.find((choice) => choice.id === id)?.name ?? ''

/** How the fields of an event are called in a conflict. */
export function eventTexts({ formats, broadcasters, providers }: AdminCalendarChoices): FieldTexts<EventFields> {
  const seasons = formats.flatMap((format) =>
    format.seasons.map(({ id, season_number }) => ({ id, name: `${format.name}, Staffel ${season_number}` })),
  )
  return {
    title: 'Titel',
    type: ['Art', (type) => eventTypeLabels[type] ?? type],
    formatId: ['Format', nameIn(formats)],
    seasonId: ['Staffel', nameIn(seasons)],
    episode: 'Folge Nr.',
    day: 'Tag',
    time: 'Uhrzeit',
    minutes: 'Minuten',
    broadcasterId: ['Sender', nameIn(broadcasters)],
    channel: 'Sender, frei geschrieben',
    providerId: ['Streaming-Anbieter', nameIn(providers)],
    platform: 'Streaming, frei geschrieben',
    description: 'Beschreibung',
    live: 'Live',
    cancelled: 'Fällt aus',
    note: 'Was sich ändert und warum',
    repeats: 'Wiederholt sich',
    frequency: ['Rhythmus', (frequency) => seriesFrequencyLabels[frequency]],
    until: 'Letzte Folge',
  }
}
