import type { OwnDecision, OwnModerationPage } from '@hot/domain/contract/account/decision'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { pageRpc } from '#web/lib/api/rpc/page-rpc.ts'

const pageSize = 20

/** All of it is one person's, and the team moves it: asked anew on every visit. */
export const sanctionsKey = (userId: string, ...rest: string[]) => ['account', userId, 'sanctions', ...rest] as const
const fresh = { staleTime: 0, meta: { personal: true } }

/** What `own_moderation_status()` answers, as far as the dialog reads it. */
export type ModerationStatus = {
  is_banned: boolean
  banned_until: string | null
  decisions: (Pick<OwnDecision, 'id' | 'severity' | 'reason' | 'rule' | 'target_type' | 'reported' | 'created_at'> & {
    action: 'warned' | 'deleted' | 'banned'
    content_excerpt: string | null
  })[]
}

export const moderationStatusQuery = (userId: string) =>
  queryOptions({
    queryKey: sanctionsKey(userId, 'status'),
    queryFn: ({ signal }) => pageRpc<ModerationStatus>('own_moderation_status', {}, signal),
    ...fresh,
  })

/** Decisions about the member, newest first, by opaque cursors. */
export const ownDecisionsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: sanctionsKey(userId, 'decisions'),
    queryFn: ({ pageParam, signal }) =>
      pageRpc<OwnModerationPage>('own_moderation_page', { p_after: pageParam, p_limit: pageSize }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    ...fresh,
  })

/** One decision; null when there is none about this member. */
export const ownDecisionQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: sanctionsKey(userId, 'decision', id),
    queryFn: ({ signal }) => pageRpc<OwnDecision | null>('own_decision', { p_id: id }, signal),
    ...fresh,
  })
