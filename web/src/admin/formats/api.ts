import type { AdminFormat } from '@hot/domain/contract/admin/formats'
import { type FormatFields, formatForm } from '@hot/domain/format/format-form'
import { formatSentences } from '@hot/domain/format/refusals'
import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, patternParam, termParam, uuidPattern } from '@hot/domain/url/search-param'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { FieldRefusals } from '../kit/entity-form.tsx'
import { listQuery } from '../kit/list.tsx'
import { storedFields } from '../kit/write.ts'

/** Always refetched, because others change it too. */
const personal = { staleTime: 0, meta: { personal: true } }

export const formatsQuery = ({ q, status, kanal }: FormatsSearch) =>
  listQuery(['admin', 'formats', { q, status, kanal }], 'admin_formats_page', {
    p_query: q,
    p_state: status && formatStates[status],
    p_channel: kanal,
  })

/** What stands stored now; null if it is gone. */
export const readFormat = (id: string) => rpc('admin_format', { p_id: id })

/** Not cached once the form is closed: a form filled from stale data could not be saved. */
export const formatQuery = (id: string) =>
  queryOptions({
    ...personal,
    gcTime: 0,
    queryKey: ['admin', 'format', id],
    queryFn: ({ signal }) => rpc('admin_format', { p_id: id }, signal),
  })

/** States: URL word to RPC value. */
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

/** Form fields of a stored or new format. */
export const formatFields = (format: AdminFormat | null): FormatFields =>
  storedFields<FormatFields>(formatForm.shape, format, { color: '#f43f12', is_active: true })

/** The stored format and the version the form was filled from; null for a new one. */
type Stored = { id: string; seen: string } | null

/** Arguments of `admin_save_format`. */
const saveArguments = (stored: Stored, fields: FormatFields) => ({
  p_id: stored?.id ?? null,
  p_seen: stored?.seen ?? null,
  p_values: {
    ...fields,
    broadcaster_id: fields.broadcaster_id || null,
    streaming_provider_id: fields.streaming_provider_id || null,
  },
})

/** Refusals that belong to one field. */
export const formatFieldRefusals: FieldRefusals<FormatFields> = {
  slug_taken: ['slug'],
  // Two concurrent saves: the unique constraint.
  '23505': ['slug', formatSentences.slug_taken],
  slug_reserved: ['slug'],
  slug_remembered: ['slug'],
}

export const formatRefusals: Readonly<Record<string, string>> = {
  not_allowed: 'Das darfst du nicht mehr. Melde dich neu an.',
  '23503': 'Den Sender oder Anbieter gibt es nicht mehr. Lade die Seite neu.',
}

export const saveFormat = (stored: Stored, fields: FormatFields) =>
  rpc('admin_save_format', saveArguments(stored, fields))

/** Throws DataError if something was added to it in the meantime. */
export const deleteFormat = ({ id, seasons, events }: AdminFormat) =>
  rpc('admin_delete_format', { p_id: id, p_seasons: seasons.length, p_events: events })
