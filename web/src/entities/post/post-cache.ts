import type { PostCard, PostPage } from '@hot/domain/contract/post'
import { berlinDay } from '@hot/domain/time/berlin-time'
import type { QueryClient } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { changePost, postIn, renewPost } from './post-counts.ts'

const copiesOf = (queryClient: QueryClient, id: string) =>
  queryClient.getQueryCache().findAll({ predicate: ({ state }) => postIn(state.data, id) !== undefined })

/** The post as some page shows it right now. */
export const shownPost = (queryClient: QueryClient, id: string): PostCard | undefined =>
  copiesOf(queryClient, id)
    .map(({ state }) => postIn(state.data, id))
    .find((post) => post !== undefined)

/** Changes a post wherever it is shown. The pages stay as old as they are. */
export function changeShownPost(queryClient: QueryClient, id: string, change: (post: PostCard) => PostCard): void {
  for (const { queryKey, state } of copiesOf(queryClient, id))
    queryClient.setQueryData(queryKey, changePost(state.data, id, change), { updatedAt: state.dataUpdatedAt })
}

/** Its own page says that it is gone; lists are asked for again without it. */
function removeShownPost(queryClient: QueryClient, id: string): void {
  for (const { queryKey } of copiesOf(queryClient, id)) {
    if (queryKey[0] === 'posts' && queryKey[1] === 'one') queryClient.setQueryData(queryKey, null)
    else void queryClient.invalidateQueries({ queryKey })
  }
}

/** The post as the server has it now; null when it is gone. Throws DataError. */
export const askForPost = ({ type, created_at, slug }: PostCard): Promise<PostPage | null> =>
  rpc('post_page', { p_type: type, p_day: berlinDay(created_at), p_slug: slug })

/** Shows what the server says about it. */
export function showPost(queryClient: QueryClient, id: string, fresh: PostPage | null): void {
  if (fresh) changeShownPost(queryClient, id, (post) => renewPost(post, fresh))
  else removeShownPost(queryClient, id)
}
