import { z } from 'zod'
import { decisionActions, decisionTargets, pendingKinds } from '../../moderation/decision-texts.ts'
import { appealStatus, ownDecision } from '../account/decision.ts'
import { count, cursor, id, instant, memberRef } from '../parts.ts'
import { postOutcome } from './posts.ts'

const decisionKind = z.enum(pendingKinds)

/** What a decision does and to whom. */
const decisionFacts = z.strictObject({
  action: z.enum(decisionActions),
  type: z.enum(decisionTargets),
  /** The title of a post, the nickname of a member, the name of a star: of the first, if there are several. */
  name: z.string().nullable(),
  count,
  /** Of a ban; null: for good. */
  days: count.nullable(),
  /** What an account removed as spam had written. */
  posts: count.nullable(),
  comments: count.nullable(),
})
export type DecisionFacts = z.infer<typeof decisionFacts>

/** A decision that is kept for ten seconds before it is carried out. `failed`: it was not, and `problem` says why. */
const pendingDecision = decisionFacts.extend({
  id,
  kind: decisionKind,
  by: z.string().nullable(),
  is_mine: z.boolean(),
  /** `type:id` */
  targets: z.array(z.string()),
  due_at: instant,
  state: z.enum(['waiting', 'done', 'undone', 'failed']),
  problem: z.string().nullable(),
  /** Warnings of the member within 90 days, once a case is decided. */
  warnings: count.nullable(),
  /** A deletion that became a rejection says so. */
  note: z.string().nullable(),
  /** How many targets were left out when it was carried out. */
  skipped: z.int(),
})
export type PendingDecision = z.infer<typeof pendingDecision>

/** `admin_pending_decisions()`: what waits, of everybody, and what was not carried out. `now`: the server's clock. */
export const pendingDecisions = z.strictObject({ now: instant, items: z.array(pendingDecision) })
export type PendingDecisions = z.infer<typeof pendingDecisions>

/**
 * `admin_decide(p_id, p_kind, p_args)` stores a decision, or says why there is none: `outcomes` of posts that were not
 * decided; `refused`: the outcome of the function, and `by` whom; `skipped`: how many of several were left out;
 * `changed`: what is not any more what was read, by `p_seen` ({`type:id` → `version`}) of the arguments. Hints: those
 * of the functions, `decision_pending`, and `seen_missing`. `admin_decide_now(p_id)` carries it out at once, `admin_undo_decision(p_id)`
 * answers whether it was in time.
 */
export const decideAnswer = z.strictObject({
  kept: pendingDecision.nullable(),
  outcomes: z.array(postOutcome),
  refused: z.string().nullable(),
  by: z.string().nullable(),
  skipped: z.int(),
  /** `type:id` */
  changed: z.array(z.string()),
})
export type DecideAnswer = z.infer<typeof decideAnswer>

/** `admin_spam_preview(p_ids)`: whom and how much their removal as spam would hit. */
export const spamPreview = z.array(
  z.strictObject({ id, nickname: z.string().nullable(), posts: count, comments: count }),
)
export type SpamPreview = z.infer<typeof spamPreview>

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
