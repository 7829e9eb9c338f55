import type { SavedPost } from '@hot/domain/contract/community'
import type { PostType } from '@hot/domain/contract/post'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { PostArguments } from './fields/post-fields.ts'

/** Changes an own post. Throws DataError. */
export const changePost = (id: string, post: PostArguments): Promise<SavedPost> =>
  rpc('update_post', { p_id: id, ...post })

type NewPost = { id: string; type: PostType; post: PostArguments /** See `Draft`. */; sent: string | null }

/**
 * Stores a new post under the id it had from the start. When an earlier attempt whose answer never came did arrive, the
 * server answers with that post: if other words were sent then, they are replaced by the present ones.
 */
export async function createPost({ id, type, post, sent }: NewPost): Promise<SavedPost> {
  const saved = await rpc('create_post', { p_id: id, p_type: type, ...post })
  return sent !== null && sent !== asSent(post) ? changePost(id, post) : saved
}

/** How an attempt is remembered. */
const asSent = (post: PostArguments): string => JSON.stringify(post)

/** Equal to no attempt: the server may have any of several versions. */
const several = ''

/** What to remember before another attempt, when no answer to those before it came. */
export const sentSoFar = (before: string | null, post: PostArguments): string =>
  before === null || before === asSent(post) ? asSent(post) : several

/** An own post of any status; null when it is gone or somebody else's. Asked anew on every visit. */
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
