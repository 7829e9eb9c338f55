import type { AdminChannelsPage } from '@hot/domain/contract/admin/social'
import { patternParam } from '@hot/domain/url/search-param'
import { useQuery } from '@tanstack/react-query'
import { ProviderChip } from '#web/entities/format/provider-chip.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Badge } from '#web/ui/data/stat.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { type Column, countUpTo, ResourceTable } from '../kit/list.tsx'
import { AdminHead, useAdminSearch } from '../kit/screen.tsx'
import { type Channel, type ChannelKind, channelsQuery, typeNames } from './api.ts'
import { ChannelDialog } from './channel-dialog.tsx'

/** The open item: its id, or `neu`. */
const openPattern = /^(neu|[0-9a-f-]{36})$/i
type Search = { sender?: string | undefined; anbieter?: string | undefined }
const readSearch = (given: Record<string, unknown>): Search => ({
  sender: patternParam(given.sender, openPattern),
  anbieter: patternParam(given.anbieter, openPattern),
})

/** /admin/broadcasters: broadcasters and streaming providers. */
export default function BroadcastersScreen() {
  const { data, isPending, isError, refetch } = useQuery(channelsQuery)
  if (isPending) return <Skeleton className="h-100" />
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  return <Channels page={data} />
}

function Channels({ page }: { page: AdminChannelsPage }) {
  const [search, setSearch] = useAdminSearch(readSearch)
  const close = () => setSearch({ sender: undefined, anbieter: undefined })
  return (
    <>
      <AdminHead
        title="Sender und Streaming"
        intro="Sender stehen an Formaten und Terminen, Anbieter auch im Footer."
      />
      <div className="grid gap-10">
        <Section
          kind="broadcaster"
          title="Sender"
          channels={page.broadcasters}
          onOpen={(sender) => setSearch({ sender })}
        />
        <Section
          kind="provider"
          title="Streaming-Anbieter"
          channels={page.providers}
          onOpen={(anbieter) => setSearch({ anbieter })}
        />
      </div>
      <Opened kind="broadcaster" open={search.sender} channels={page.broadcasters} onClose={close} />
      <Opened kind="provider" open={search.anbieter} channels={page.providers} onClose={close} />
    </>
  )
}

type SectionProps = {
  kind: ChannelKind
  title: string
  channels: readonly Channel[]
  onOpen: (idOrNew: string) => void
}

function Section({ kind, title, channels, onOpen }: SectionProps) {
  return (
    <section aria-label={title} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="type-h3">{title}</h2>
        <Button small variant="strong" onClick={() => onOpen('neu')}>
          {kind === 'broadcaster' ? 'Sender anlegen' : 'Anbieter anlegen'}
        </Button>
      </div>
      {channels.length === 0 ? (
        <EmptyState emoji="📡" title="Noch keiner da." text="Leg den ersten an." />
      ) : (
        <ResourceTable caption={title} columns={columnsOf(kind, onOpen)} rows={channels} />
      )}
    </section>
  )
}

const columnsOf = (kind: ChannelKind, onOpen: (id: string) => void): Column<Channel>[] => [
  {
    head: 'Name',
    cell: (channel) => (
      <button type="button" className="link min-h-8 text-left font-bold" onClick={() => onOpen(channel.id)}>
        {channel.name}
      </button>
    ),
  },
  ...(kind === 'broadcaster'
    ? [{ head: 'Art', cell: (channel: Channel) => ('type' in channel ? typeNames[channel.type] : null) }]
    : []),
  { head: 'Chip', cell: (channel) => <ProviderChip name={channel.name} color={channel.color} small /> },
  { head: 'Formate', number: true, cell: (channel) => formatCount(channel.formats) },
  { head: 'Termine', number: true, cell: (channel) => countUpTo(channel.events) },
  { head: 'Status', cell: (channel) => (channel.active ? 'aktiv' : <Badge>inaktiv</Badge>) },
]

type OpenedProps = {
  kind: ChannelKind
  open: string | undefined
  channels: readonly Channel[]
  onClose: () => void
}

function Opened({ kind, open, channels, onClose }: OpenedProps) {
  if (!open) return null
  if (open === 'neu') return <ChannelDialog kind={kind} channel={null} onClose={onClose} />
  const channel = channels.find(({ id }) => id === open)
  return channel ? <ChannelDialog key={open} kind={kind} channel={channel} onClose={onClose} /> : null
}
