import type { FormatsPage } from '@hot/domain/contract/format'
import { useNavigate } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { LiveSearchField } from '#web/ui/forms/live-search-field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { channelSlug } from './channel-slug.ts'
import type { FormatsSearch } from './formats-search.ts'

type Props = { page: FormatsPage; search: FormatsSearch }

/** Search and filters, kept in the address; without JavaScript the form asks for it. */
export function FormatsControls({ page, search }: Props) {
  const navigate = useNavigate()
  const show = (change: FormatsSearch) =>
    navigate({ to: '/formate', search: { ...search, ...change }, replace: true, resetScroll: false })
  const used = usedChannels(page)
  return (
    <search>
      <form action="/formate" className="grid gap-4 lg:grid-cols-[1fr_14rem_14rem] lg:items-end">
        <LiveSearchField
          label="Formate durchsuchen"
          name="q"
          term={search.q ?? ''}
          onSearch={(term) => show({ q: term || undefined })}
        />
        <div className="grid grid-cols-2 gap-3 lg:col-span-2 lg:gap-4">
          <ChannelFilter
            label="Sender"
            name="sender"
            channels={used.broadcasters}
            value={search.sender}
            onChange={(sender) => show({ sender })}
          />
          <ChannelFilter
            label="Streaming"
            name="anbieter"
            channels={used.providers}
            value={search.anbieter}
            onChange={(anbieter) => show({ anbieter })}
          />
        </div>
        <noscript>
          <button type="submit" className={buttonClass()}>
            Anzeigen
          </button>
        </noscript>
      </form>
    </search>
  )
}

type FilterProps = {
  label: string
  name: string
  channels: { id: string; name: string }[]
  value: string | undefined
  onChange: (slug: string | undefined) => void
}

function ChannelFilter({ label, name, channels, value, onChange }: FilterProps) {
  return (
    <SelectField
      label={label}
      name={name}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">Alle</option>
      {channels.map((channel) => (
        <option key={channel.id} value={channelSlug(channel)}>
          {channel.name}
        </option>
      ))}
    </SelectField>
  )
}

/** A choice that leads to an empty list is no choice. */
function usedChannels({ items, broadcasters, providers }: FormatsPage) {
  const used = new Set(items.flatMap((format) => [format.broadcaster_id, format.streaming_provider_id]))
  return {
    broadcasters: broadcasters.filter((broadcaster) => used.has(broadcaster.id)),
    providers: providers.filter((provider) => used.has(provider.id)),
  }
}
