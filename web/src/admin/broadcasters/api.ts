import type { AdminBroadcaster, AdminProvider } from '@hot/domain/contract/admin/social'
import type { BroadcasterType, ChannelFields } from '@hot/domain/format/channel-form'
import { formatSentences } from '@hot/domain/format/refusals'
import { queryOptions } from '@tanstack/react-query'
import { createElement } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { ColorName } from '../kit/conflict/conflict-panel.tsx'
import type { FieldTexts } from '../kit/conflict/use-conflict.ts'

export type Channel = AdminBroadcaster | AdminProvider
export type ChannelKind = 'broadcaster' | 'provider'

export const typeNames: Readonly<Record<BroadcasterType, string>> = {
  tv: 'TV',
  pay_tv: 'Pay-TV',
  streaming: 'Streaming',
  mediathek: 'Mediathek',
}

/** Names and RPCs of the two kinds. */
export const kinds = {
  broadcaster: {
    one: 'Sender',
    create: 'Sender anlegen',
    edit: 'Sender bearbeiten',
    logged: 'broadcaster',
    save: 'admin_save_broadcaster',
    remove: 'admin_delete_broadcaster',
    color: '#6b7280',
    taken: formatSentences['name_taken.channel'],
  },
  provider: {
    one: 'Streaming-Anbieter',
    create: 'Anbieter anlegen',
    edit: 'Anbieter bearbeiten',
    logged: 'streaming_provider',
    save: 'admin_save_provider',
    remove: 'admin_delete_provider',
    // The default colour of its chips.
    color: '#0ea5e9',
    taken: formatSentences['name_taken.provider'],
  },
} as const

/** Form fields of a stored channel, or of a new one of this kind. */
export const fieldsOf = (kind: ChannelKind, channel: Channel | null): ChannelFields => ({
  name: channel?.name ?? '',
  website_url: channel?.website_url ?? '',
  type: channel && 'type' in channel ? channel.type : 'tv',
  color: channel?.color ?? kinds[kind].color,
  active: channel?.active ?? true,
})

/** Arguments of the call that saves this kind. */
const saveArguments = (kind: ChannelKind, channel: Channel | null, { type, ...fields }: ChannelFields) => ({
  p_id: channel?.id ?? null,
  p_seen: channel?.updated_at ?? null,
  p_values: kind === 'broadcaster' ? { ...fields, type } : fields,
})

export const channelRefusals: Readonly<Record<string, string>> = {
  target_gone: 'Das gibt es nicht mehr. Jemand anders hat es gelöscht.',
  not_allowed: 'Das darfst du nicht mehr. Melde dich neu an.',
}

/** Always refetched, because others change it too. */
export const channelsQuery = queryOptions({
  queryKey: ['admin', 'channels'],
  queryFn: ({ signal }) => rpc('admin_channels_page', {}, signal),
  staleTime: 0,
  meta: { personal: true },
})

/** What stands stored now; null if it is gone. */
export async function readChannel(kind: ChannelKind, id: string): Promise<Channel | null> {
  const { broadcasters, providers } = await rpc('admin_channels_page', {})
  const channels: readonly Channel[] = kind === 'broadcaster' ? broadcasters : providers
  return channels.find((channel) => channel.id === id) ?? null
}

/** How a channel's fields are called in a conflict. */
export const channelTexts: FieldTexts<ChannelFields> = {
  name: 'Name',
  website_url: 'Website',
  type: ['Art', (type) => typeNames[type]],
  color: ['Farbe', (color) => createElement(ColorName, { color })],
  active: 'Aktiv',
}

/** Returns its id. Throws DataError. */
export const saveChannel = (kind: ChannelKind, channel: Channel | null, fields: ChannelFields) =>
  rpc(kinds[kind].save, saveArguments(kind, channel, fields))

export const deleteChannel = (kind: ChannelKind, { id }: Channel) => rpc(kinds[kind].remove, { p_id: id })
