import { ProviderChip } from '#web/entities/format/provider-chip.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { type Channel, type ChannelKind, typeNames } from './channel-kinds.ts'

type Props = {
  kind: ChannelKind
  title: string
  channels: readonly Channel[]
  onOpen: (id: string) => void
}

/** Counting stops there. */
const countedMax = 1000
const upTo = (count: number) => (count < countedMax ? formatCount(count) : `${formatCount(countedMax)}+`)

export function ChannelsTable({ kind, title, channels, onOpen }: Props) {
  return (
    <DataTable caption={title}>
      <thead>
        <tr>
          <th>Name</th>
          {kind === 'broadcaster' && <th>Art</th>}
          <th>Chip</th>
          <th className="number">Formate</th>
          <th className="number">Termine</th>
          <th>Status</th>
        </tr>
      </thead>
      <tbody>
        {channels.map((channel) => (
          <tr key={channel.id}>
            <td>
              <button type="button" className="link min-h-8 text-left font-bold" onClick={() => onOpen(channel.id)}>
                {channel.name}
              </button>
            </td>
            {'type' in channel && <td>{typeNames[channel.type]}</td>}
            <td>
              <ProviderChip name={channel.name} color={channel.color} small />
            </td>
            <td className="number">{formatCount(channel.formats)}</td>
            <td className="number">{upTo(channel.events)}</td>
            <td>{channel.active ? 'aktiv' : <Badge>inaktiv</Badge>}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
