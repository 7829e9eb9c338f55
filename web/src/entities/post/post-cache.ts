import type { PostCard, PostPage } from '@hot/domain/contract/post'
import { stickerKinds } from '@hot/domain/post/stickers'
import { berlinDay } from '@hot/domain/time/berlin-time'
import type { QueryClient } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { Choice } from '#web/lib/offline/queued-writes/own-choices.ts'

const copiesOf = (queryClient: QueryClient, id: string) =>
  queryClient.getQueryCache().findAll({ predicate: ({ state }) => postIn(state.data, id) !== undefined })

/** The post as currently cached by any page. */
export const shownPost = (queryClient: QueryClient, id: string): PostCard | undefined =>
  copiesOf(queryClient, id)
    .map(({ state }) => postIn(state.data, id))
    .find((post) => post !== undefined)

/** Changes a post wherever it is shown. The pages' `updatedAt` stays unchanged. */
export function changeShownPost(queryClient: QueryClient, id: string, change: (post: PostCard) => PostCard): void {
  for (const { queryKey, state } of copiesOf(queryClient, id))
    queryClient.setQueryData(queryKey, changePost(state.data, id, change), { updatedAt: state.dataUpdatedAt })
}

/** The post's own page then shows that it was deleted; lists are refetched without it. */
function removeShownPost(queryClient: QueryClient, id: string): void {
  for (const { queryKey } of copiesOf(queryClient, id)) {
    if (queryKey[0] === 'posts' && queryKey[1] === 'one') queryClient.setQueryData(queryKey, null)
    else void queryClient.invalidateQueries({ queryKey })
  }
}

/** The post as currently stored on the server; null if it was deleted. Throws DataError. */
export const fetchPost = ({ type, created_at, slug }: PostCard): Promise<PostPage | null> =>
  rpc('post_page', { p_type: type, p_day: berlinDay(created_at), p_slug: slug })

/** Shows the server's version of the post. */
export function showPost(queryClient: QueryClient, id: string, fresh: PostPage | null): void {
  if (fresh) changeShownPost(queryClient, id, (post) => renewPost(post, fresh))
  else removeShownPost(queryClient, id)
}

/** Kinds of choices on a post: reaction, vote on a rumor, option of a poll, saved, sticker. The first part of a choice's `Target`. */
export type PostChoice = 'post' | 'rumor' | 'poll' | 'saved' | 'sticker'

/**
 * +1 for the new choice, −1 for the previous one. Never below zero, because the count may not have included the choice.
 */
const counted = (count: number, side: string, from: Choice, to: Choice) =>
  Math.max(0, count + Number(to === side) - Number(from === side))

type Stickers = PostPage['stickers']
/** Only a post's own page has stickers. */
type Countable = PostCard & { stickers?: Stickers }

/** Stickers with a changed one; those that nobody uses any more are gone. */
function countSticker(stickers: Stickers, from: Choice, to: Choice): Stickers {
  const changed = stickerKinds.map((kind) => [kind, counted(stickers[kind] ?? 0, kind, from, to)] as const)
  return Object.fromEntries(changed.filter(([, count]) => count > 0))
}

/** The post with its counts adjusted to a change of the viewer's own choice. */
export function countChoice(post: Countable, kind: PostChoice, from: Choice, to: Choice): Countable {
  if (kind === 'post')
    return {
      ...post,
      hearts: counted(post.hearts, 'heart', from, to),
      poops: counted(post.poops, 'poop', from, to),
    }
  if (kind === 'saved') return post
  if (kind === 'sticker') return post.stickers ? { ...post, stickers: countSticker(post.stickers, from, to) } : post
  const votes = Math.max(0, post.votes + Number(to !== null) - Number(from !== null))
  const { rumor, poll } = post
  if (kind === 'rumor')
    return {
      ...post,
      votes,
      rumor: rumor && {
        ...rumor,
        agree: counted(rumor.agree, 'agree', from, to),
        disagree: counted(rumor.disagree, 'disagree', from, to),
      },
    }
  const options = poll?.options.map((option) => ({ ...option, votes: counted(option.votes, option.id, from, to) }))
  return { ...post, votes, poll: poll && options ? { ...poll, options } : null }
}

const isPost = (value: object): value is PostCard => 'hearts' in value && 'votes' in value && 'slug' in value

/** A page's data with one of its posts changed, at any depth; the same object if it does not contain the post. */
export function changePost<Page>(page: Page, id: string, change: (post: PostCard) => PostCard): Page {
  if (Array.isArray(page)) {
    const items = page.map((item) => changePost(item, id, change))
    return items.some((item, index) => item !== page[index]) ? (items as Page) : page
  }
  if (typeof page !== 'object' || page === null) return page
  if (isPost(page) && page.id === id) return change(page) as PostCard & Page
  const entries = Object.entries(page).map(([key, value]) => [key, changePost(value, id, change)] as const)
  return entries.some(([key, value]) => value !== Reflect.get(page, key)) ? (Object.fromEntries(entries) as Page) : page
}

/** The post in a page's data, if present. */
export function postIn(page: unknown, id: string): PostCard | undefined {
  if (typeof page !== 'object' || page === null) return undefined
  if (isPost(page) && page.id === id) return page
  for (const value of Object.values(page)) {
    const found = postIn(value, id)
    if (found) return found
  }
  return undefined
}

/** The shown post with the server's values; a card gets no fields that only the post's page has. */
export function renewPost(post: PostCard, fresh: PostCard): PostCard {
  const keys = Object.keys(post).filter((key) => key in fresh)
  return { ...post, ...Object.fromEntries(keys.map((key) => [key, Reflect.get(fresh, key)])) }
}
