import type { FormatFields } from '@hot/domain/format/format-form'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { channelsQuery } from './formats-queries.ts'

type Channel = { id: string; name: string; active: boolean }
type Props = {
  fields: FormatFields
  mistakes: Partial<Record<keyof FormatFields, string>>
  onChange: (changes: Partial<FormatFields>) => void
}

/** Where the format runs and where it streams. */
export function ChannelFields({ fields, mistakes, onChange }: Props) {
  const { data, isError, refetch } = useQuery(channelsQuery)
  return (
    <>
      {isError && (
        <div role="alert" className="flex flex-wrap items-center gap-2">
          <span>Sender und Anbieter konnten nicht geladen werden.</span>
          <Button small onClick={() => void refetch()}>
            Erneut versuchen
          </Button>
        </div>
      )}
      <SelectField
        label="Sender"
        name="broadcaster_id"
        value={fields.broadcaster_id}
        onChange={(event) => onChange({ broadcaster_id: event.target.value })}
      >
        <Choices channels={data?.broadcasters} chosen={fields.broadcaster_id} />
      </SelectField>
      <SelectField
        label="Streaming-Anbieter"
        name="streaming_provider_id"
        value={fields.streaming_provider_id}
        onChange={(event) => onChange({ streaming_provider_id: event.target.value })}
      >
        <Choices channels={data?.providers} chosen={fields.streaming_provider_id} />
      </SelectField>
      <TextField
        label="Link zum Streaming"
        name="streaming_url"
        type="url"
        value={fields.streaming_url}
        error={mistakes.streaming_url}
        hint="Dorthin führt der Chip des Anbieters auf der Seite des Formats."
        onChange={(event) => onChange({ streaming_url: event.target.value })}
      />
    </>
  )
}

/** Inactive ones only where they are chosen already. */
function Choices({ channels, chosen }: { channels: readonly Channel[] | undefined; chosen: string }) {
  return (
    <>
      <option value="">Keiner</option>
      {!channels && chosen && <option value={chosen}>Wird geladen …</option>}
      {channels
        ?.filter(({ id, active }) => active || id === chosen)
        .map(({ id, name, active }) => (
          <option key={id} value={id}>
            {active ? name : `${name} (inaktiv)`}
          </option>
        ))}
    </>
  )
}
