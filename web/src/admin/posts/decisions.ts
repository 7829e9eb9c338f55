import type { AdminPost } from '@hot/domain/contract/admin/posts'
import { useDecisions } from '../decisions/use-decisions.ts'
import type { Decision } from './api.ts'

/** Refusals by the post RPCs, by hint. */
export const postRefusals: Readonly<Record<string, string>> = {
  not_allowed: 'Nicht berechtigt - bitte erneut anmelden',
  reason_required: 'Bitte gib einen Grund für diese Moderationsaktion an.',
  unknown_action: 'Ungültige Moderationsaktion',
  invalid_request: 'Ungültige Meldungsdaten - fehlende erforderliche Felder',
  not_a_rumor: 'Dieser Beitrag ist kein Gerücht',
  decision_pending: 'Darüber hat eben jemand anderes aus dem Team entschieden.',
  own_case: 'Über deine eigenen Beiträge entscheidet jemand anderes aus dem Team.',
  title_length: 'Der Titel hat 8 bis 140 Zeichen.',
  content_length: 'Der Text hat höchstens 5.000 Zeichen.',
  content_missing: 'Der Text darf nicht leer sein.',
  too_many_tags: 'Höchstens 5 Tags.',
  duplicate_tag: 'Jeden Tag nur einmal.',
  speaker_length: 'Der Name hat 2 bis 100 Zeichen.',
  speaker_of_star:
    'So heißt ein Star, um den es in diesem Beitrag nicht geht. Setz zuerst den Tag, oder nenn, wer wirklich spricht.',
  speaker_reserved: 'Dieser Name gehört dem Team. Nenn, wer spricht: den Star, das Management, den Sender.',
  speaker_of_member: 'So heißt ein Mitglied. Nenn, wer spricht: den Star, das Management, den Sender.',
  statement_length: 'Die Stellungnahme hat höchstens 2.000 Zeichen.',
  unknown_tag: 'Einen der Tags gibt es nicht mehr. Nimm ihn heraus.',
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
    more: { reason: string | null; sensitiveSeen?: boolean; onUndone: () => void },
  ) => void
}

const targetOf = ({ id }: Pick<AdminPost, 'id'>) => `post:${id}`

/** Decisions about posts, each as it was read. If someone else decided first, a message says so. */
export function usePostDecisions(): PostDecisions {
  const { hidden, others, decide } = useDecisions()
  return {
    isHidden: (post) => hidden.has(targetOf(post)),
    decidedBy: (post) => others.get(targetOf(post)),
    decide: (posts, decision, { reason, sensitiveSeen = false, onUndone }) =>
      decide({
        kind: 'posts',
        args: {
          p_ids: posts.map(({ id }) => id),
          p_seen: posts.map(({ updated_at }) => updated_at),
          p_decision: decision,
          p_reason: reason,
          p_sensitive_seen: sensitiveSeen,
        },
        facts: { action: decision, type: 'post', name: posts[0]?.title ?? null, count: posts.length },
        targets: posts.map(targetOf),
        refusals: postRefusals,
        onRefused: onUndone,
        onUndone,
      }),
  }
}
