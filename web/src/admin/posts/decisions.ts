import type { AdminPost } from '@hot/domain/contract/admin/posts'
import type { Ground } from '@hot/domain/moderation/grounds'
import { useDecisions } from '../decisions/use-decisions.ts'
import type { Decision } from './api.ts'

/** Refusals by the post RPCs, by hint. */
export const postRefusals: Readonly<Record<string, string>> = {
  own_case: 'Über deine eigenen Beiträge entscheidet jemand anderes aus dem Team.',
  content_missing: 'Der Text darf nicht leer sein.',
}

export type PostDecisions = {
  /** Whether this person has just decided about it; the list hides it. */
  isHidden: (post: AdminPost) => boolean
  /** Who else of the team has. */
  decidedBy: (post: AdminPost) => string | undefined
  /** `sensitiveSeen`: it was asked about. Sensitive posts are left out otherwise. */
  decide: (
    posts: readonly AdminPost[],
    decision: Decision,
    more: {
      reason: string | null
      rule?: Ground | undefined
      sensitiveSeen?: boolean | undefined
      onUndone: () => void
    },
  ) => void
}

const targetOf = ({ id }: Pick<AdminPost, 'id'>) => `post:${id}`

/** Decisions about posts, each as it was read. If someone else decided first, a message says so. */
export function usePostDecisions(): PostDecisions {
  const { hidden, others, decide } = useDecisions()
  return {
    isHidden: (post) => hidden.has(targetOf(post)),
    decidedBy: (post) => others.get(targetOf(post)),
    decide: (posts, decision, { reason, rule, sensitiveSeen = false, onUndone }) =>
      decide({
        kind: 'posts',
        args: {
          p_ids: posts.map(({ id }) => id),
          p_seen: posts.map(({ updated_at }) => updated_at),
          p_decision: decision,
          p_reason: reason,
          p_sensitive_seen: sensitiveSeen,
          p_rule: rule ?? null,
        },
        facts: { action: decision, type: 'post', name: posts[0]?.title ?? null, count: posts.length },
        targets: posts.map(targetOf),
        refusals: postRefusals,
        onRefused: onUndone,
        onUndone,
      }),
  }
}
