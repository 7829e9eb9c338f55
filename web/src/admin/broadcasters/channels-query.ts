import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** Staff see what is, and keep nothing of what was. */
export const channelsQuery = queryOptions({
  queryKey: ['admin', 'channels'],
  queryFn: ({ signal }) => rpc('admin_channels_page', {}, signal),
  staleTime: 0,
  meta: { personal: true },
})
