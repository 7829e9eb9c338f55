import type { RpcArguments } from '@hot/domain/contract/rpcs'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { type PagedRpc, rpcPages } from '#web/lib/api/rpc/rpc-pages.ts'

/** An endless list of the team by opaque cursors. Asked anew on every visit: others change it too. */
export const listQuery = <Name extends PagedRpc>(
  queryKey: readonly unknown[],
  name: Name,
  filters: Omit<RpcArguments<Name>, 'p_after'>,
) => infiniteQueryOptions({ queryKey, ...rpcPages(name, filters), staleTime: 0, meta: { personal: true } })
