import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, patternParam, termParam, uuidPattern } from '@hot/domain/url/search-param'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { listQuery } from '../kit/list.tsx'

export const newsStateTexts = { draft: 'Entwurf', scheduled: 'Geplant', online: 'Online' } as const
/** States by their word in the address. */
export const newsStates = { entwurf: 'draft', geplant: 'scheduled', online: 'online' } as const
export const newsStateKeys = ['entwurf', 'geplant', 'online'] as const

export type NewsSearch = {
  q?: string | undefined
  zustand?: keyof typeof newsStates | undefined
  /** The news in the editor: an id, or `neu`. */
  offen?: string | undefined
}

/** Filters and the open item of /admin/news from its address. */
export const readNewsSearch = (given: Record<string, unknown>): NewsSearch => ({
  q: termParam(given.q, searchQueryMax),
  zustand: choiceParam(given.zustand, newsStateKeys),
  offen: choiceParam(given.offen, ['neu'] as const) ?? patternParam(given.offen, uuidPattern),
})

/** Drafts, what is scheduled, then what is online, latest first. */
export const adminNewsQuery = ({ q, zustand }: NewsSearch) =>
  listQuery(['admin', 'news', 'list', { q, zustand }], 'admin_news_page', {
    p_state: zustand && newsStates[zustand],
    p_query: q,
  })

/** One piece of news with its text; null when there is none. */
export const adminNewsItemQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'news', 'one', id],
    queryFn: ({ signal }) => rpc('admin_news_item', { p_id: id }, signal),
    staleTime: 0,
    meta: { personal: true },
  })
