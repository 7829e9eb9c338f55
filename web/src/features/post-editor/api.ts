import type { SavedPost } from '@hot/domain/contract/community'
import type { PostType } from '@hot/domain/post/kinds'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { PostArguments, SeenText } from './fields/post-fields.ts'

/** Updates the member's own post, if it still says what was `seen` (null: whatever it says). Throws DataError. */
export const changePost = (id: string, post: PostArguments, seen: SeenText | null = null): Promise<SavedPost> =>
  rpc('update_post', { p_id: id, ...post, p_seen: seen })

type NewPost = {
  id: string
  type: PostType
  post: PostArguments
  /** See `Draft`. */
  sent: string | null
}

/**
 * Stores a new post under its client-generated id. If an earlier attempt arrived but its response was lost, the server
 * returns that post, which is then updated if its content differs. Throws DataError.
 */
export async function createPost({ id, type, post, sent }: NewPost): Promise<SavedPost> {
  const saved = await rpc('create_post', { p_id: id, p_type: type, ...post })
  return sent !== null && sent !== asSent(post) ? changePost(id, post) : saved
}

/** An attempt in the form in which `Draft` stores it. */
const asSent = (post: PostArguments): string => JSON.stringify(post)

/** Equal to no attempt, for when the server may have stored any of several. */
const severalVersions = ''

/** The value of `sent` to store before an attempt; `before`: its value after earlier attempts without a response. */
export const sentSoFar = (before: string | null, post: PostArguments): string =>
  before === null || before === asSent(post) ? asSent(post) : severalVersions

/** The member's own post in any status; null if it was deleted or belongs to someone else. Refetched on every visit. */
export const ownPostQuery = (member: string, id: string) =>
  queryOptions({
    queryKey: ['account', member, 'own-post', id],
    queryFn: ({ signal }) => rpc('own_post', { p_id: id }, signal),
    staleTime: 0,
  })

/** Invalidates the member's lists and everything that shows posts. */
export function invalidatePosts(queryClient: QueryClient, member: string): void {
  for (const queryKey of [['account', member], ['posts'], ['home']]) void queryClient.invalidateQueries({ queryKey })
}
