import * as z from 'zod/mini'
import { longestBanDays, moderatorBanDays, severities } from './case-rules.ts'
import { grounds } from './grounds.ts'
import { moderationSentences } from './refusals.ts'

/** Longest reason of a decision, in characters; the database refuses longer ones. */
export const moderationReasonMax = 2000

export const reasonMissing = moderationSentences.reason_required

/** Reason of a staff decision, which the member sees. `missing`: the message when it is empty; without, it may be. */
export const reasonText = (missing?: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(missing === undefined ? 0 : 1, missing ?? ''),
      z.maxLength(moderationReasonMax, `Höchstens ${moderationReasonMax.toLocaleString('de-DE')} Zeichen.`),
    )

/** A decision that needs a reason, and what it rests on where a member is told of it. */
export const reasonForm = ({ required = true, missing = reasonMissing } = {}) =>
  z.object({ reason: reasonText(required ? missing : undefined), rule: z.enum(grounds) })

/** What staff can reset in a reported profile. */
const profileParts = ['nickname', 'bio', 'avatar'] as const

const caseDecision = z.object({
  rule: z.enum(grounds),
  severity: z.enum(severities),
  days: z.string(),
  forGood: z.boolean(),
  /** Also removes the content. */
  removes: z.boolean(),
  /** Of a profile: what is reset. */
  parts: z.array(z.enum(profileParts)),
  reason: reasonText(reasonMissing),
})
export type CaseDecisionFields = z.infer<typeof caseDecision>

function banMistake(days: string, isAdmin: boolean): string | null {
  const length = /^\d{1,4}$/.test(days.trim()) ? Number(days) : 0
  if (length < 1 || length > longestBanDays) return moderationSentences.ban_days
  return !isAdmin && length > moderatorBanDays ? moderationSentences.ban_too_long : null
}

type CaseDecisionRules = {
  isBan: boolean
  isAdmin: boolean
  /** When something is taken out of a profile, and so must be chosen: always, or if `removes` is set. */
  needsParts?: 'always' | 'removing' | undefined
}

/** The form of a decision about a case. The length is validated only for bans. */
export const caseDecisionForm = ({ isBan, isAdmin, needsParts }: CaseDecisionRules) => {
  const mistake = ({ forGood, days }: CaseDecisionFields) => (isBan && !forGood ? banMistake(days, isAdmin) : null)
  return caseDecision.check(
    z.refine((fields) => mistake(fields) === null, {
      path: ['days'],
      error: ({ input }) => mistake(input as CaseDecisionFields) ?? '',
    }),
    z.refine(({ parts, removes }) => parts.length > 0 || !(needsParts === 'always' || (needsParts && removes)), {
      path: ['parts'],
      error: 'Wähl aus, was zurückgesetzt wird.',
    }),
  )
}
