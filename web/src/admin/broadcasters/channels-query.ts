import type { AdminChannelsPage } from '@hot/domain/contract/admin/channels'
import { queryOptions } from '@tanstack/react-query'
import { pageRpc } from '#web/lib/api/rpc/page-rpc.ts'

/** Staff see what is, and keep nothing of what was. */
export const channelsQuery = queryOptions({
  queryKey: ['admin', 'channels'],
  queryFn: ({ signal }) => pageRpc<AdminChannelsPage>('admin_channels_page', {}, signal),
  staleTime: 0,
  meta: { personal: true },
})
