import type { AdminFormat } from '@hot/domain/contract/admin/formats'
import type { FormatFields } from '@hot/domain/format/format-form'
import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, patternParam, termParam, uuidPattern } from '@hot/domain/url/search-param'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { listQuery } from '../kit/list.tsx'

/** Staff see what is, and keep nothing of what was. */
const personal = { staleTime: 0, meta: { personal: true } }

export const formatsQuery = ({ q, status, kanal }: FormatsSearch) =>
  listQuery(['admin', 'formats', { q, status, kanal }], 'admin_formats_page', {
    p_query: q,
    p_state: status && formatStates[status],
    p_channel: kanal,
  })

/** Nothing of it is kept after leaving: a form begun with an old state could not be saved. */
export const formatQuery = (id: string) =>
  queryOptions({
    ...personal,
    gcTime: 0,
    queryKey: ['admin', 'format', id],
    queryFn: ({ signal }) => rpc('admin_format', { p_id: id }, signal),
  })

/** What a format can be given: broadcasters and providers. */
export const channelsQuery = queryOptions({
  ...personal,
  queryKey: ['admin', 'channels'],
  queryFn: ({ signal }) => rpc('admin_channels_page', {}, signal),
})

/** States by their word in the address: what the RPC calls them. */
const formatStates = { aktiv: 'active', inaktiv: 'inactive' } as const
const stateKeys = ['aktiv', 'inaktiv'] as const

export type FormatsSearch = {
  q?: string | undefined
  status?: keyof typeof formatStates | undefined
  /** Id of a broadcaster or provider. */
  kanal?: string | undefined
}

export const formatsSearch = (given: Record<string, unknown>): FormatsSearch => ({
  q: termParam(given.q, searchQueryMax),
  status: choiceParam(given.status, stateKeys),
  kanal: patternParam(given.kanal, uuidPattern),
})

export const emptyFormat: FormatFields = {
  name: '',
  short_name: '',
  slug: '',
  emoji: '',
  color: '#f43f12',
  broadcaster_id: '',
  streaming_provider_id: '',
  streaming_url: '',
  description: '',
  is_active: true,
}

/** A stored format, ready to be changed. */
export const fieldsOf = (format: AdminFormat): FormatFields => ({
  name: format.name,
  short_name: format.short_name ?? '',
  slug: format.slug,
  emoji: format.emoji ?? '',
  color: format.color,
  broadcaster_id: format.broadcaster_id ?? '',
  streaming_provider_id: format.streaming_provider_id ?? '',
  streaming_url: format.streaming_url ?? '',
  description: format.description ?? '',
  is_active: format.is_active,
})

/** Which stored format is meant, and as of when it was read; null for a new one. */
type Stored = { id: string; seen: string } | null

/** Arguments of `admin_save_format`. */
export const saveArguments = (stored: Stored, fields: FormatFields) => ({
  p_id: stored?.id ?? null,
  p_seen: stored?.seen ?? null,
  p_values: {
    ...fields,
    broadcaster_id: fields.broadcaster_id || null,
    streaming_provider_id: fields.streaming_provider_id || null,
  },
})

const taken = 'Diese Adresse hat schon ein Format. Nimm eine andere.'

/** Refusals that belong to one field. */
export const refusedSlug: Readonly<Record<string, string>> = {
  slug_taken: taken,
  // Two at once: the database's own constraint.
  '23505': taken,
  slug_reserved: 'Diese Adresse braucht die Seite selbst. Nimm eine andere.',
  slug_remembered:
    'Unter dieser Adresse war früher ein anderes Format. Alte Links führen noch dorthin. Nimm eine andere.',
}

export const formatRefusals: Readonly<Record<string, string>> = {
  changed_meanwhile:
    'Jemand anders hat dieses Format inzwischen geändert. Lade die Seite neu und trag deine Änderung noch einmal ein.',
  target_gone: 'Dieses Format gibt es nicht mehr. Jemand anders hat es gelöscht.',
  contents_changed: 'An diesem Format hängt inzwischen mehr oder weniger. Lade die Seite neu und sieh nach.',
  not_allowed: 'Das darfst du nicht mehr. Melde dich neu an.',
  '23503': 'Den Sender oder Anbieter gibt es nicht mehr. Lade die Seite neu.',
}
