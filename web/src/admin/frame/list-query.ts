import { infiniteQueryOptions } from '@tanstack/react-query'
import { pageRpc } from '#web/lib/api/rpc/page-rpc.ts'

type Rpc = Parameters<typeof pageRpc>[0]
type Filters = NonNullable<Parameters<typeof pageRpc>[1]>

/** An endless list of the team by opaque cursors. Asked anew on every visit: others change it too. */
export const listQuery = <Page extends { next: string | null }>(
  queryKey: readonly unknown[],
  rpc: Rpc,
  filters: Filters,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => pageRpc<Page>(rpc, { ...filters, p_after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    meta: { personal: true },
  })
