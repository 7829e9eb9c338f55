import type { AdminChannelsPage } from '@hot/domain/wire/admin-channels'
import type { AdminFormat, AdminFormatsPage } from '@hot/domain/wire/admin-formats'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { pageRpc } from '#web/data/page-rpc.ts'
import type { FormatsSearch } from './formats-search.ts'

/** Staff see what is, and keep nothing of what was. */
const personal = { staleTime: 0, meta: { personal: true } }

export const formatsQuery = ({ q, status, kanal }: FormatsSearch) =>
  infiniteQueryOptions({
    ...personal,
    queryKey: ['admin', 'formats', { q, status, kanal }],
    queryFn: ({ pageParam, signal }) =>
      pageRpc<AdminFormatsPage>(
        'admin_formats_page',
        { p_query: q, p_state: status, p_channel: kanal, p_after: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })

/** Nothing of it is kept after leaving: a form begun with an old state could not be saved. */
export const formatQuery = (id: string) =>
  queryOptions({
    ...personal,
    gcTime: 0,
    queryKey: ['admin', 'format', id],
    queryFn: ({ signal }) => pageRpc<AdminFormat | null>('admin_format', { p_id: id }, signal),
  })

/** What a format can be given: broadcasters and providers. */
export const channelsQuery = queryOptions({
  ...personal,
  queryKey: ['admin', 'channels'],
  queryFn: ({ signal }) => pageRpc<AdminChannelsPage>('admin_channels_page', {}, signal),
})
