import { eventTitleMax, eventTypeLabels } from '@hot/domain/calendar/event-rules'
import type { AdminCalendarChoices } from '@hot/domain/contract/admin/calendar'
import { textLength } from '@hot/domain/text/sanitize-text'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { formatChosen } from './event-draft.ts'
import type { FieldsProps } from './event-fields.ts'

type Props = FieldsProps & { choices: AdminCalendarChoices; isNew: boolean }

/** Format, season and what the broadcast is called. */
export function EventWhatFields({ fields, mistakes, set, choices, isNew }: Props) {
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
