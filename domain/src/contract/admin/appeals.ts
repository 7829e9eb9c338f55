import { z } from 'zod'
import { appealStatus, ownDecision } from '../account/decision.ts'
import { count, cursor, id, instant, memberRef } from '../parts.ts'

/** An appeal as staff see it. */
const adminAppeal = z.strictObject({
  id,
  /** What a decision about it says by `p_seen`; null: it is gone. */
  version: z.string().nullable(),
  status: appealStatus,
  message: z.string(),
  created_at: instant,
  decision_reason: z.string().nullable(),
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
  /** null: the member has no nickname yet. */
  member: memberRef.nullable(),
  /** Warnings of the last 90 days, without those that do not count. */
  warnings: count,
  decision: ownDecision.omit({ appeal: true }),
  /** Nickname of the member of staff who made the decision. */
  decision_by: z.string().nullable(),
  /** The content that the decision was about, even if it has been removed. */
  content: z.string().nullable(),
  /** Why the caller may not decide this appeal; null: they may. */
  blocked: z.enum(['own_case', 'own_decision']).nullable(),
})
export type AdminAppeal = z.infer<typeof adminAppeal>

/** `admin_appeals_page(p_status, p_after, p_limit)`: open appeals oldest first, decided ones latest first. */
export const adminAppealsPage = z.strictObject({ items: z.array(adminAppeal), next: cursor })
export type AdminAppealsPage = z.infer<typeof adminAppealsPage>

/** `admin_decide_appeal(p_id, p_outcome, p_reason)`. `already`: `by` decided before; `gone`: the account is deleted. */
export const decideAppealAnswer = z.strictObject({
  outcome: z.enum(['done', 'already', 'gone']),
  status: appealStatus.nullable(),
  by: z.string().nullable(),
})
export type DecideAppealAnswer = z.infer<typeof decideAppealAnswer>
