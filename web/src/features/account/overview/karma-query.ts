import { infiniteQueryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { accountKey } from '../account-queries.ts'

const pageSize = 20

/** The own ledger, latest first, by opaque cursors. Asked anew on every visit: others move it. */
export const karmaQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: accountKey(userId, 'karma'),
    queryFn: ({ pageParam, signal }) => rpc('karma_page', { p_after: pageParam, p_limit: pageSize }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
