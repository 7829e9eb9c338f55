import type { AdminPost } from '@hot/domain/contract/admin/posts'
import type { ContentCase } from '@hot/domain/contract/admin/reports'
import type { Ground } from '@hot/domain/moderation/grounds'
import { queryOptions } from '@tanstack/react-query'
import type { ContentTarget } from '#web/entities/post/content-requests.tsx'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { seenOf } from '../decisions/api.ts'
import type { Decision } from '../decisions/outbox.ts'

export type FoundContent = NonNullable<ContentCase>

/** A post, comment or profile with its author's record and open reports; null when it is gone. */
export const contentCaseQuery = (userId: string, { type, id }: ContentTarget) =>
  queryOptions({
    queryKey: ['admin', userId, 'content', type, id],
    queryFn: ({ signal }) => rpc('admin_content_case', { p_type: type, p_id: id }, signal),
    staleTime: 0,
    meta: { personal: true },
  })

/** Takes a post offline until it is cleared. */
export const hidePost = ({ target_id, version, post }: FoundContent, reason: string, rule: Ground): Decision => ({
  kind: 'hide',
  args: { p_id: target_id, p_reason: reason, p_rule: rule, p_seen: seenOf([[`post:${target_id}`, version]]) },
  facts: { action: 'hide', type: 'post', name: post?.title ?? null },
  targets: [`post:${target_id}`],
})

type NextStatement = { speaker: string; text: string; reason?: string; rule?: Ground }

/** Publishes a statement in place of the one that is shown; an empty text removes it. A star who said that one gets the reason. */
export const setStatement = (
  { id, statement, statement_by_star }: AdminPost,
  { speaker, text, reason, rule }: NextStatement,
) =>
  rpc('admin_set_statement', {
    p_id: id,
    p_seen: statement?.at ?? null,
    p_speaker: speaker,
    p_text: text,
    ...(statement_by_star && { p_reason: reason ?? null, p_rule: rule ?? null }),
  })
