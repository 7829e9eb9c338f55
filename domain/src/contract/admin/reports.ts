import { z } from 'zod'
import { concernOutcomes, concernSubjects } from '../../concern/form.ts'
import { severities } from '../../moderation/case-rules.ts'
import { grounds } from '../../moderation/grounds.ts'
import { reportReasons, reportTargets } from '../../moderation/report-rules.ts'
import { decisionOrigins } from '../../moderation/sanctions.ts'
import { postStatus } from '../account/content.ts'
import { count, cursor, day, id, instant, memberRef } from '../parts.ts'
import { postPath, postType } from '../post.ts'
import { adminPost } from './posts.ts'

/** RPCs of the report queue, for staff only (others get 42501 with hint `not_allowed`). */
const reportSeverity = z.enum(severities)
const rule = z.enum(grounds)

const caseReport = z.strictObject({
  id,
  reason: z.enum(reportReasons),
  details: z.string().nullable(),
  created_at: instant,
  /** Who reported: a person, or a program, which has no reporter. */
  origin: z.enum(decisionOrigins),
  /** Not yet: a notice of illegal content whose sender has not opened the link in our mail, or left no address. */
  is_confirmed: z.boolean(),
  /** It shows the abuse of children. */
  is_child_abuse: z.boolean(),
  /** null: a program, a guest, or a deleted account. */
  reporter: memberRef.nullable(),
  /** The name that a guest gave. The e-mail address is never included. */
  guest_name: z.string().nullable(),
  /** The star whom the post is about, who has proven it. */
  is_subject: z.boolean(),
})

const caseContent = z.strictObject({
  post_id: id,
  type: postType,
  title: z.string(),
  slug: z.string(),
  created_at: instant,
  status: postStatus,
  /** Text of the reported post or comment. */
  text: z.string(),
  written_at: instant,
  /** For a comment: what it replies to, which is a comment or the beginning of the post. */
  above: z.string().nullable(),
  /** Polls only. */
  options: z.array(z.string()).nullable(),
})

const caseProfile = z.strictObject({ member: memberRef, bio: z.string().nullable() })

const caseAuthor = z.strictObject({
  member: memberRef.nullable(),
  role: z.enum(['user', 'moderator', 'admin']),
  is_banned: z.boolean(),
  banned_until: instant.nullable(),
  /** In the last 90 days. */
  warnings: count,
})

const caseDecision = z.strictObject({
  id,
  /** `warned` without a severity: the post was to be deleted but could only be rejected. */
  action: z.enum(['ignored', 'deleted', 'warned', 'banned']),
  reason: z.string(),
  rule: rule.nullable(),
  severity: reportSeverity.nullable(),
  days: z.int().nullable(),
  excerpt: z.string().nullable(),
  decided_at: instant,
  decided_by: z.string().nullable(),
})

const caseClaim = z.strictObject({ nickname: z.string().nullable(), until: instant, is_mine: z.boolean() }).nullable()

const caseNote = z.strictObject({
  id,
  kind: z.enum(['note', 'question', 'answer']),
  text: z.string(),
  at: instant,
  /** Nickname of the member of the team; null: an answer, or the account was deleted. */
  by: z.string().nullable(),
  /** Who was asked; null: a note. */
  asked: z.enum(['reporter', 'author']).nullable(),
})
export type CaseNote = z.infer<typeof caseNote>

const reportCase = z.strictObject({
  /** Identifies the case in a decision: one of its open reports, or a decided one of a closed case. */
  report_id: id,
  target_type: z.enum(reportTargets),
  target_id: id,
  /** What a decision about it says by `p_seen`; null: it is gone. */
  version: z.string().nullable(),
  count,
  first_at: instant,
  /** The earliest is the most urgent (docs/product/moderation.md); null: decided. */
  due_at: instant.nullable(),
  /** null: deleted, or a profile. */
  content: caseContent.nullable(),
  /** The profile as everybody sees it; null: deleted, or no profile. */
  profile: caseProfile.nullable(),
  /** null: the account was deleted. */
  author: caseAuthor.nullable(),
  /** The first 20. */
  reports: z.array(caseReport),
  /** Who of the team decides about it at the moment; null: nobody. */
  claim: caseClaim,
  /** The latest 50, oldest first. */
  notes: z.array(caseNote),
  decision: caseDecision.nullable(),
})
export type ReportCase = z.infer<typeof reportCase>

/**
 * `admin_content_case(p_type, p_id)`, for staff: a post, comment or profile they have before them, whether it was reported
 * or not. null: it is gone, or no longer to be seen.
 */
export const contentCase = reportCase
  .pick({
    target_type: true,
    target_id: true,
    version: true,
    content: true,
    profile: true,
    author: true,
    reports: true,
  })
  .extend({ is_own: z.boolean(), post: adminPost.nullable() })
  .nullable()
export type ContentCase = z.infer<typeof contentCase>

/** `report_contact(report_id)`, admins only: what a guest left to be answered; both null once they are deleted. */
export const reportContact = z.strictObject({ name: z.string().nullable(), email: z.string().nullable() }).nullable()
export type ReportContact = z.infer<typeof reportContact>

/** `admin_report_cases(p_status open|closed, p_type, p_reason, p_author, p_order urgent|oldest, p_after, p_limit)` */
export const reportCasesPage = z.strictObject({
  items: z.array(reportCase),
  next: cursor,
  /** On the first page of open cases: the first 1,000 of all that match; else null. */
  ids: z
    .array(
      z.strictObject({
        report_id: id,
        target_type: z.enum(reportTargets),
        target_id: id,
        version: z.string().nullable(),
      }),
    )
    .nullable(),
})
export type ReportCasesPage = z.infer<typeof reportCasesPage>

/**
 * `moderate_content(p_content_id, p_type, …)` is the same without a report: of what staff found themselves, whose open
 * reports it closes. It does not dismiss.
 *
 * `moderate_case(p_report_id, p_content_id, p_type, p_action dismiss|delete|warn|ban, p_reason, p_severity, p_days,
 * p_rule, p_remove, p_parts)`; `p_parts` (nickname, bio, avatar): what is reset when a profile is taken down. Errors by
 * hint: `case_fields`, `case_type`, `case_action`, `case_parts`, `reason_required`, `ban_days` (23514); `not_allowed`,
 * `report_closed` (the message says who decided what), `own_case`, `ban_too_long`, `staff_ban`, `staff_profile`,
 * `report_gone` (42501); `target_gone`, `author_gone` (23503); `case_fetch_failed`, `case_preparation_failed`,
 * `take_down_failed`, `comment_deletion_failed` (P0001).
 */
export const moderateCaseAnswer = z.strictObject({
  decision_id: id,
  /** Number of reports that the decision closed. */
  closed: count,
  /** A German sentence for staff about why the post was rejected instead of deleted; null otherwise. */
  problem: z.string().nullable(),
  /** The author's warnings in the last 90 days, including this one. */
  warnings: count,
})
export type ModerateCaseAnswer = z.infer<typeof moderateCaseAnswer>

/**
 * `admin_claim_case(p_type, p_id, p_claimed)` takes a case for ten minutes or gives it back; while it is somebody else's,
 * decisions are refused (42501, hint `case_claimed`).
 */
export const claimAnswer = z.strictObject({ claim: caseClaim })
export type ClaimAnswer = z.infer<typeof claimAnswer>

/**
 * `admin_note_case(p_type, p_id, p_text)` and `admin_ask_in_case(p_report, p_to_author, p_text)`, which mails a question.
 * Hints: `note_length`, `note_missing`, `target_gone`, `report_gone`, `address_gone`.
 */
export const caseNotes = z.strictObject({ notes: z.array(caseNote) })
export type CaseNotes = z.infer<typeof caseNotes>

/**
 * `admin_decide_cases(p_cases, p_action dismiss|delete, p_reason)`, up to 200 of `ids`. `skipped`: decided or gone
 * meanwhile, about oneself, or taken by a colleague. Hints: `reason_required`, `row_count`, `case_action`.
 */
export const decidedCases = z.strictObject({ decided: count, skipped: count })
export type DecidedCases = z.infer<typeof decidedCases>

/** Answer of `admin_purge_orphan_reports()`: the number of reports that it deleted. */
export const purgeOrphansAnswer = z.strictObject({ purged: count })
export type PurgeOrphansAnswer = z.infer<typeof purgeOrphansAnswer>

/** The post that a comment stands below. */
export const commentedPost = postPath.extend({ title: z.string(), status: postStatus })

const teamComment = z.strictObject({
  id,
  /** What a decision about it says by `p_seen`; null: it is gone. */
  version: z.string().nullable(),
  text: z.string(),
  at: instant,
  /** null: the account was deleted. */
  author: caseAuthor.nullable(),
  /** When the author's account was made. */
  joined_at: instant.nullable(),
  is_own: z.boolean(),
  post: commentedPost,
  /** Open ones. */
  reports: count,
})
export type TeamComment = z.infer<typeof teamComment>

/**
 * `admin_comments_page(p_query, p_author, p_kind links|new|reported, p_days, p_after, p_limit)`, for staff: comments of up
 * to 30 days that stand, latest first.
 */
export const teamCommentsPage = z.strictObject({
  items: z.array(teamComment),
  next: cursor,
  /** On the first page: the latest 1,000 of all that match, without one's own; else null. */
  ids: z.array(z.strictObject({ id, author: id.nullable(), version: z.string().nullable() })).nullable(),
})
export type TeamCommentsPage = z.infer<typeof teamCommentsPage>

const heldComment = teamComment.omit({ reports: true }).extend({
  /** When its author handed it in. */
  at: instant,
  /** The beginning of what it answers. */
  answers: z.string().nullable(),
})
export type HeldComment = z.infer<typeof heldComment>

/** `admin_held_comments_page(p_after, p_limit)`: comments that wait to be read, oldest first. */
export const heldCommentsPage = z.strictObject({ items: z.array(heldComment), next: cursor })
export type HeldCommentsPage = z.infer<typeof heldCommentsPage>

/** `admin_decide_held_comments(p_ids, p_approve, p_reason)`, up to 200. `skipped`: decided or gone meanwhile, or one's own. */
export const decidedComments = z.strictObject({ done: count, skipped: count })
export type DecidedComments = z.infer<typeof decidedComments>

const removedComment = z.strictObject({
  id,
  text: z.string(),
  created_at: instant,
  author_name: z.string(),
  post: commentedPost,
  /** What `admin_take_back` takes; null: no decision is on record. */
  decision_id: id.nullable(),
  reason: z.string().nullable(),
  removed_at: instant,
  removed_by_name: z.string().nullable(),
  restorable_until: instant,
  /** Whether it can be restored, or why not: `appealed` is decided there, `own` by somebody else. */
  state: z.enum(['restorable', 'own', 'appealed', 'expired']),
})
export type RemovedComment = z.infer<typeof removedComment>

/** `admin_removed_comments_page(p_query, p_after, p_limit)`: what the team removed, latest first, while its text is kept. */
export const removedCommentsPage = z.strictObject({ items: z.array(removedComment), next: cursor })
export type RemovedCommentsPage = z.infer<typeof removedCommentsPage>

/** `admin_remove_comments(p_ids, p_reason, p_rule)`, up to 200. `skipped`: gone meanwhile, one's own, or taken by a colleague. */
export const removedComments = z.strictObject({ removed: count, skipped: count })
export type RemovedComments = z.infer<typeof removedComments>

/** What somebody asks for whom HoT writes about. */
const concern = z.strictObject({
  id,
  /** What both sides call it. */
  reference: z.string(),
  /** On this site, with search and hash; null: no page in particular. */
  page: z.string().nullable(),
  wish: z.enum(concernSubjects),
  /** For whom the sender acts. */
  person: z.string().nullable(),
  name: z.string(),
  /** For admins only. */
  email: z.string().nullable(),
  text: z.string(),
  asked_at: instant,
  due: day,
  /** Negative: overdue. */
  days_left: z.int(),
  outcome: z.enum(concernOutcomes).nullable(),
  answer: z.string().nullable(),
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
})
export type Concern = z.infer<typeof concern>

/** `admin_concerns(p_status, p_after, p_limit)`: open ones, due first, or `decided` ones latest first. */
export const concernsPage = z.strictObject({ items: z.array(concern), next: cursor })
export type ConcernsPage = z.infer<typeof concernsPage>

/** `admin_answer_concern(p_id, p_outcome, p_reason)`. Hints: `reason_required`, `unknown_action`, `decision_pending`. */
export const concernOutcome = z.strictObject({ outcome: z.enum(['done', 'decided', 'gone']) })
export type ConcernOutcome = z.infer<typeof concernOutcome>
