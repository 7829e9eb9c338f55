import type { PostStatus } from '@hot/domain/contract/account/content'
import type { PostType } from '@hot/domain/contract/post'
import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, termParam } from '@hot/domain/url/search-param'

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

export type PostsSearch = {
  /** The queue is the default and has no address of its own. */
  status?: StatusTab | undefined
  typ?: KindChoice | undefined
  /** Words, or `@nickname`. */
  q?: string | undefined
}

/** What is in the address, or the default where it makes no sense. */
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

export type PostsFilter = { status: PostStatus | null; type: PostType | null; query: string | null }

export const postsFilter = ({ status = 'offen', typ, q }: PostsSearch): PostsFilter => ({
  status: statusTabs.find(({ value }) => value === status)?.status ?? null,
  type: kindChoices.find(({ value }) => value === typ)?.type ?? null,
  query: q ?? null,
})
