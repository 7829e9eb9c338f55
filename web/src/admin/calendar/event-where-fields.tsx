import { eventDescriptionMax } from '@hot/domain/calendar/event-rules'
import type { AdminCalendarChoices } from '@hot/domain/contract/admin/calendar'
import { textLength } from '@hot/domain/text/sanitize-text'
import { useId } from 'react'
import { Switch } from '#web/ui/controls/switch.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { FieldsProps } from './event-fields.ts'

type Props = FieldsProps & { choices: AdminCalendarChoices }

/** Channel, streaming, live and the text. */
export function EventWhereFields({ fields, mistakes, set, choices }: Props) {
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
