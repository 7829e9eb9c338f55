import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { starChoices } from '#web/entities/star/star-choices.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { cardsOf } from './deck.ts'

/** Cards of the first request; each further one asks for as many more, because all before may have been skipped. */
const step = 15
/** As many as the RPC answers. */
const most = 50

/**
 * Stars the member has not fully rated, next one first. Each page names them from the start again, so cards that were
 * skipped come twice; `cardsOf` takes them once. Never kept: what is unrated changes with every vote.
 */
export const votingQuery = (userId: string, cache: QueryClient) =>
  infiniteQueryOptions({
    queryKey: ['star-voting', userId],
    queryFn: async ({ pageParam, signal }) => {
      const take = starChoices(cache).expectVotes()
      const page = await rpc('voting_page', { p_limit: pageParam }, signal)
      take(page.stars)
      return page
    },
    initialPageParam: step,
    getNextPageParam: (last, pages, asked) => {
      const isNew = cardsOf(pages).length > cardsOf(pages.slice(0, -1)).length
      return last.stars.length === asked && isNew ? Math.min(most, step * (pages.length + 1)) : undefined
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
