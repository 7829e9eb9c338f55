import type { PostStatus } from '@hot/domain/contract/account/content'
import type { PostType } from '@hot/domain/post/kinds'
import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, termParam } from '@hot/domain/url/search-param'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { listQuery } from '../kit/list.tsx'

export const statusTabs = [
  { value: 'offen', label: 'Offen', status: 'pending' },
  { value: 'frei', label: 'Frei', status: 'approved' },
  { value: 'abgelehnt', label: 'Abgelehnt', status: 'rejected' },
  { value: 'alle', label: 'Alle', status: null },
] as const satisfies readonly { value: string; label: string; status: PostStatus | null }[]
type StatusTab = (typeof statusTabs)[number]['value']

export const kindChoices = [
  { value: 'geruecht', label: 'Gerüchte', type: 'rumor' },
  { value: 'umfrage', label: 'Umfragen', type: 'poll' },
  { value: 'diskussion', label: 'Diskussionen', type: 'discussion' },
] as const satisfies readonly { value: string; label: string; type: PostType }[]
type KindChoice = (typeof kindChoices)[number]['value']

type PostsSearch = {
  /** The default, the queue, is not in the URL. */
  status?: StatusTab | undefined
  typ?: KindChoice | undefined
  /** Words, or `@nickname`. */
  q?: string | undefined
}

/** Search params from the URL, with defaults for invalid values. */
export const readPostsSearch = (given: Record<string, unknown>): PostsSearch => ({
  status: choiceParam(
    given.status,
    statusTabs.map(({ value }) => value),
  ),
  typ: choiceParam(
    given.typ,
    kindChoices.map(({ value }) => value),
  ),
  q: termParam(given.q, searchQueryMax),
})

type PostsFilter = { status: PostStatus | null; type: PostType | null; query: string | null }

export const postsFilter = ({ status = 'offen', typ, q }: PostsSearch): PostsFilter => ({
  status: statusTabs.find(({ value }) => value === status)?.status ?? null,
  type: kindChoices.find(({ value }) => value === typ)?.type ?? null,
  query: q ?? null,
})

const pageSize = 20

const adminPostsKey = ['admin', 'posts'] as const

export const adminPostsQuery = (filter: PostsFilter) =>
  listQuery([...adminPostsKey, 'list', filter], 'admin_posts_page', {
    p_status: filter.status,
    p_type: filter.type,
    p_query: filter.query,
    p_limit: pageSize,
  })

export const figuresQuery = queryOptions({
  queryKey: [...adminPostsKey, 'figures'],
  queryFn: ({ signal }) => rpc('admin_post_figures', {}, signal),
  staleTime: 0,
  meta: { personal: true },
})

export type Decision = 'approve' | 'reject' | 'delete'
