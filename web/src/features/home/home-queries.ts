import { freshMs } from '@hot/domain/network/query-policy'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** Everything the start page shows. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => rpc('home_page', {}, signal),
  staleTime: freshMs.posts,
})
