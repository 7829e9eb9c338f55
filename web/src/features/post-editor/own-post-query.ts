import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** An own post whatever became of it; null when it is gone or somebody else's. Asked anew on every visit. */
export const ownPostQuery = (member: string, id: string) =>
  queryOptions({
    queryKey: ['account', member, 'own-post', id],
    queryFn: ({ signal }) => rpc('own_post', { p_id: id }, signal),
    staleTime: 0,
  })

/** Own lists and everything that shows posts are asked for again when they are next seen. */
export function forgetPosts(queryClient: QueryClient, member: string): void {
  for (const queryKey of [['account', member], ['posts'], ['home']]) void queryClient.invalidateQueries({ queryKey })
}
