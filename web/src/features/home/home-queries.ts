import type { HomePage } from '@hot/domain/contract/home'
import { freshMs } from '@hot/domain/network/query-policy'
import { queryOptions } from '@tanstack/react-query'
import { pageRpc } from '#web/lib/api/rpc/page-rpc.ts'

/** Everything the start page shows. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => pageRpc<HomePage>('home_page', {}, signal),
  staleTime: freshMs.posts,
})
