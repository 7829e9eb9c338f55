import type { AdminChannelsPage } from '@hot/domain/contract/admin/social'
import { broadcasterTypes, channelForm, channelNameMax } from '@hot/domain/format/channel-form'
import { patternParam } from '@hot/domain/url/search-param'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProviderChip } from '#web/entities/format/provider-chip.tsx'
import { ColorField } from '#web/ui/color/color-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Badge } from '#web/ui/data/stat.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { SwitchField } from '#web/ui/forms/switch-field.tsx'
import { FormDialog } from '#web/ui/overlays/dialog.tsx'
import { useStaff } from '../kit/access.tsx'
import { whoChanged } from '../kit/conflict/use-conflict.ts'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import { ConflictOf, useEntityForm } from '../kit/entity-form.tsx'
import { type Column, countUpTo, ResourceTable } from '../kit/list.tsx'
import { AdminHead, useAdminSearch } from '../kit/screen.tsx'
import {
  type Channel,
  type ChannelKind,
  channelRefusals,
  channelsQuery,
  channelTexts,
  deleteChannel,
  fieldsOf,
  kinds,
  readChannel,
  saveChannel,
  typeNames,
} from './api.ts'

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

type ChannelDialogProps = { kind: ChannelKind; channel: Channel | null; onClose: () => void }

/** Creates or edits a broadcaster or provider. */
function ChannelDialog({ kind, channel, onClose }: ChannelDialogProps) {
  const texts = kinds[kind]
  const { isAdmin } = useStaff()
  // The version the form was opened with, so that the database detects changes by others.
  const [opened, setOpened] = useState(channel)
  const [deleting, setDeleting] = useState(false)
  const form = useEntityForm({
    schema: channelForm,
    initial: fieldsOf(kind, channel),
    save: (fields) => saveChannel(kind, opened, fields),
    onSaved: () => {
      showToast({ title: `${texts.one} gespeichert` })
      onClose()
    },
    refusals: channelRefusals,
    fieldRefusals: { name_taken: ['name', texts.taken], '23505': ['name', texts.taken] },
    shared: {
      texts: channelTexts,
      hasBin: false,
      load: async () => {
        const now = opened && (await readChannel(kind, opened.id))
        if (!now) return null
        const by = await whoChanged(texts.logged, now.id, now.updated_at)
        return { fields: fieldsOf(kind, now), at: now.updated_at, by, take: () => void setOpened(now) }
      },
    },
  })
  if (deleting && opened)
    return <DeleteChannel kind={kind} channel={opened} onDeleted={onClose} onClose={() => setDeleting(false)} />
  return (
    <FormDialog wide busy={form.action.busy} onClose={onClose} title={channel ? texts.edit : texts.create}>
      <form {...form.formProps} className="grid gap-5">
        <TextField label="Name" {...form.input('name')} maxLength={channelNameMax} autoComplete="off" />
        {kind === 'broadcaster' && (
          <SelectField label="Art" {...form.input('type')}>
            {broadcasterTypes.map((type) => (
              <option key={type} value={type}>
                {typeNames[type]}
              </option>
            ))}
          </SelectField>
        )}
        <TextField label="Website" {...form.input('website_url')} type="url" />
        <ColorField label="Farbe" {...form.bind('color')} />
        <SwitchField
          label="Aktiv"
          hint={kind === 'provider' ? 'Nur aktive stehen im Footer und in Filtern.' : 'Nur aktive stehen in Filtern.'}
          {...form.bind('active')}
        />
        <ConflictOf form={form} />
        <FormFooter action={form.action} submit="Speichern" working="Wird gespeichert …">
          {channel && isAdmin && (
            <Button variant="danger" onClick={() => setDeleting(true)} busy={form.action.busy}>
              Löschen
            </Button>
          )}
        </FormFooter>
      </form>
    </FormDialog>
  )
}

type DeleteProps = { kind: ChannelKind; channel: Channel; onDeleted: () => void; onClose: () => void }

/** Shows what uses a broadcaster or provider before it is deleted. */
function DeleteChannel({ kind, channel, onDeleted, onClose }: DeleteProps) {
  return (
    <ConfirmDialog
      title={`${channel.name} löschen?`}
      text={`${deletionText(channel)} Soll er nur nicht mehr angeboten werden, schalte ihn auf inaktiv.`}
      confirm="Löschen"
      refusals={channelRefusals}
      onConfirm={() => deleteChannel(kind, channel)}
      onDone={() => {
        showToast({ title: `${kinds[kind].one} gelöscht`, text: channel.name })
        onDeleted()
      }}
      onClose={onClose}
    />
  )
}

const times = (count: number, one: string, many: string) =>
  `${count >= 1000 ? '1.000 oder mehr' : count} ${count === 1 ? one : many}`

/** Says what deleting a channel does to the formats and events that use it. */
function deletionText({ formats, events }: Pick<Channel, 'formats' | 'events'>): string {
  const parts = [
    formats > 0 && `${times(formats, 'Format steht', 'Formate stehen')} dann ohne da.`,
    events > 0 && `${times(events, 'Termin behält', 'Termine behalten')} den Namen als Text.`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : 'Kein Format und kein Termin hängt daran.'
}
