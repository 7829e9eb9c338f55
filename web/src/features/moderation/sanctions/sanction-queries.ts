import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

const pageSize = 20

/** All of it is one person's, and the team moves it: asked anew on every visit. */
export const sanctionsKey = (userId: string, ...rest: string[]) => ['account', userId, 'sanctions', ...rest] as const
const fresh = { staleTime: 0, meta: { personal: true } }

export const moderationStatusQuery = (userId: string) =>
  queryOptions({
    queryKey: sanctionsKey(userId, 'status'),
    queryFn: ({ signal }) => rpc('own_moderation_status', {}, signal),
    ...fresh,
  })

/** Decisions about the member, newest first, by opaque cursors. */
export const ownDecisionsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: sanctionsKey(userId, 'decisions'),
    queryFn: ({ pageParam, signal }) => rpc('own_moderation_page', { p_after: pageParam, p_limit: pageSize }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    ...fresh,
  })

/** One decision; null when there is none about this member. */
export const ownDecisionQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: sanctionsKey(userId, 'decision', id),
    queryFn: ({ signal }) => rpc('own_decision', { p_id: id }, signal),
    ...fresh,
  })
