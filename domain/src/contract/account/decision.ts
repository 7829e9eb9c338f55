import { z } from 'zod'
import { severities } from '../../moderation/case-rules.ts'
import { appealStatuses, changes, decisionKinds, decisionOrigins, decisionScopes } from '../../moderation/sanctions.ts'
import { cursor, id, instant } from '../parts.ts'

const severity = z.enum(severities)
const decisionKind = z.enum(decisionKinds)

export const appealStatus = z.enum(appealStatuses)

/** A member's appeal against a decision, of which there is one at most. `overturned`: the appeal succeeded. */
const ownAppeal = z.strictObject({
  id,
  status: appealStatus,
  message: z.string(),
  decision_reason: z.string().nullable(),
  created_at: instant,
  decided_at: instant.nullable(),
})
export type OwnAppeal = z.infer<typeof ownAppeal>

/** A decision about the caller with its statement of reasons, and the caller's appeal. */
export const ownDecision = z.strictObject({
  id,
  kind: decisionKind,
  severity: severity.nullable(),
  reason: z.string(),
  /** What it rests on, a chapter of the community guidelines or a law: a key of `groundTitles`. */
  rule: z.string().nullable(),
  /** Of a rejection that is none of a whole post for good. */
  scope: z.enum(decisionScopes).nullable(),
  /** Of an edit: what the team changed. */
  changed: z.array(z.enum(changes)).nullable(),
  target_type: z.enum(['post', 'comment', 'profile']),
  /** Title or first words of the content concerned. */
  excerpt: z.string().nullable(),
  /** Bans only; null: permanent. */
  ban_days: z.int().nullable(),
  ends_at: instant.nullable(),
  /** Whether a person had reported the content. */
  reported: z.boolean(),
  /** Who drew the team's attention to it: people, or a program. */
  origin: z.enum(decisionOrigins),
  created_at: instant,
  appeal: ownAppeal.nullable(),
})
export type OwnDecision = z.infer<typeof ownDecision>

/** `own_moderation_page(p_after, p_limit)`: decisions about the caller, newest first. `ban` as in `accountPage`. */
export const ownModerationPage = z.strictObject({
  ban: z.strictObject({ until: instant.nullable(), reason: z.string().nullable() }).nullable(),
  items: z.array(ownDecision),
  next: cursor,
})
export type OwnModerationPage = z.infer<typeof ownModerationPage>

/** `own_decision(p_id)`: null when there is none about the caller. */
export const ownDecisionAnswer = ownDecision.nullable()
export type OwnDecisionAnswer = z.infer<typeof ownDecisionAnswer>

/** `file_appeal(p_decision, p_message)`. `known`: one exists already. Hints `message_missing`, `message_length`. */
export const appealAnswer = z.strictObject({ state: z.enum(['filed', 'known']) })
export type AppealAnswer = z.infer<typeof appealAnswer>

/** The fields of `own_moderation_status()` that the moderation dialog reads. */
export type ModerationStatus = {
  is_banned: boolean
  banned_until: string | null
  decisions: (Pick<
    OwnDecision,
    'id' | 'severity' | 'reason' | 'rule' | 'changed' | 'target_type' | 'reported' | 'origin' | 'created_at'
  > & {
    action: 'warned' | 'deleted' | 'edited' | 'banned'
    content_excerpt: string | null
  })[]
}
