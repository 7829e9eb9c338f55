import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { listQuery } from '../kit/list.tsx'
import { type FormatsSearch, formatStates } from './formats-search.ts'

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
