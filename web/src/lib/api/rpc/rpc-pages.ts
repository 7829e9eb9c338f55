import type { RpcAnswer, RpcArguments, RpcName } from '@hot/domain/contract/rpcs'
import { rpc } from './rpc.ts'

/** Functions that return one page of a list and the cursor of the next. */
export type PagedRpc = {
  [Name in RpcName]: RpcAnswer<Name> extends { next: string | null } ? Name : never
}[RpcName]

type Filters<Name extends RpcName> = Omit<RpcArguments<Name>, 'p_after'>
type Asked<Page> = (name: RpcName, args: object, signal: AbortSignal) => Promise<Page>

/**
 * Options for an infinite query over opaque cursors: `infiniteQueryOptions({ queryKey, ...rpcPages('own_posts',
 * { p_limit: 20 }) })`. `after` starts at a later page and is only set for readers without JavaScript.
 */
export function rpcPages<Name extends PagedRpc>(name: Name, filters: Filters<Name>, after?: string) {
  type Page = RpcAnswer<Name> & { next: string | null }
  // The compiler cannot resolve the arguments of a generic name; `Filters` has checked them.
  const ask = rpc as Asked<Page>
  return {
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      ask(name, { ...filters, p_after: pageParam }, signal),
    initialPageParam: (after ?? null) as string | null,
    getNextPageParam: (page: Page) => page.next,
  }
}
