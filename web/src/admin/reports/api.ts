import type { AdminPost } from '@hot/domain/contract/admin/posts'
import type { ReportCase, ReportCasesPage } from '@hot/domain/contract/admin/reports'
import type { CaseDecisionFields } from '@hot/domain/moderation/decision-form'
import type { Ground } from '@hot/domain/moderation/grounds'
import { moderationSentences } from '@hot/domain/moderation/refusals'
import type { CaseNoteFields } from '@hot/domain/moderation/report-form'
import { reportReasons, reportReasonTexts } from '@hot/domain/moderation/report-rules'
import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, termParam } from '@hot/domain/url/search-param'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { seenOf } from '../decisions/api.ts'
import type { Decision } from '../decisions/outbox.ts'
import { listQuery } from '../kit/list.tsx'
import { batchesOf, type Refusals } from '../kit/write.ts'

type ReasonText = (typeof reportReasonTexts)[keyof typeof reportReasonTexts]
export const reasonTexts: readonly ReasonText[] = Object.values(reportReasonTexts)

const targetTypes = { beitrag: 'post', kommentar: 'comment', profil: 'profile' } as const
export const targetNames = Object.keys(targetTypes) as (keyof typeof targetTypes)[]

/** The default, open cases with the most urgent first, is not in the URL. */
export type ReportsSearch = {
  status?: 'erledigt' | undefined
  sort?: 'alt' | undefined
  art?: keyof typeof targetTypes | undefined
  /** The reason's label. */
  grund?: ReasonText | undefined
  /** The author's nickname. */
  von?: string | undefined
}

/** Search params from the URL, with defaults for invalid values. */
export const readReportsSearch = (given: Record<string, unknown>): ReportsSearch => ({
  status: choiceParam(given.status, ['erledigt']),
  sort: choiceParam(given.sort, ['alt']),
  art: choiceParam(given.art, targetNames),
  grund: choiceParam(given.grund, reasonTexts),
  von: termParam(given.von, searchQueryMax),
})

const pageSize = 20

/** Cases of the report queue, paged by opaque cursors. Refetched on every visit, because others decide too. */
export const casesQuery = (userId: string, { status, sort, art, grund, von }: ReportsSearch) =>
  listQuery(['admin', userId, 'reports', { status, sort, art, grund, von }], 'admin_report_cases', {
    p_status: status === 'erledigt' ? 'closed' : 'open',
    p_order: sort === 'alt' ? 'oldest' : 'urgent',
    p_type: art && targetTypes[art],
    p_reason: reportReasons.find((reason) => reportReasonTexts[reason] === grund),
    p_author: von,
    p_limit: pageSize,
  })

/** The address that a guest left with a report, for admins. Kept as long as the case is on the screen only. */
export const contactQuery = (userId: string, report: string) =>
  queryOptions({
    queryKey: ['admin', userId, 'report-contact', report],
    queryFn: ({ signal }) => rpc('report_contact', { report_id: report }, signal),
    gcTime: 0,
  })

const signInAgain = moderationSentences.not_allowed

/** Messages for a refused decision. An expired session is refused before any of our functions runs. */
export const caseRefusals: Refusals = {
  '42501': signInAgain,
  PGRST301: signInAgain,
  PGRST303: signInAgain,
}

/** `spam` is about the whole account and needs no reason (users/spam-dialog.tsx). */
export type CaseKind = CaseAction | 'spam'

/** Warnings and bans need an account; nobody of the team is spam. */
export function isPossible({ author }: Pick<ReportCase, 'author'>, action: CaseKind): boolean {
  if (action === 'spam') return author?.role === 'user' && author.member !== null
  return author !== null || (action !== 'warn' && action !== 'ban')
}

export type CaseAction = 'dismiss' | 'delete' | 'warn' | 'ban'

/** What a decision needs to know of a case, or of content that nobody reported. */
export type CaseSubject = Pick<ReportCase, 'target_type' | 'target_id' | 'version' | 'author' | 'reports'>

/** `type:id` */
export const targetOf = ({ target_type, target_id }: Pick<CaseSubject, 'target_type' | 'target_id'>) =>
  `${target_type}:${target_id}`

type ContentSubject = CaseSubject & { post: Pick<AdminPost, 'title'> | null }

const banDays = ({ forGood, days }: CaseDecisionFields) => (forGood ? null : Number(days))

/** Only decisions about a person also choose whether to delete the content. */
const decision = (item: CaseSubject, action: CaseAction, fields: CaseDecisionFields) => ({
  p_content_id: item.target_id,
  p_type: item.target_type,
  p_action: action,
  p_reason: fields.reason,
  p_rule: fields.rule,
  p_severity: action === 'warn' ? fields.severity : null,
  p_days: action === 'ban' ? banDays(fields) : null,
  p_remove: fields.removes,
  p_parts: item.target_type === 'profile' ? fields.parts : null,
  p_seen: seenOf([[targetOf(item), item.version]]),
})

type CaseDecision = Pick<Decision, 'kind' | 'args' | 'facts' | 'targets' | 'refusals'>

const facts = (
  { target_type, author }: CaseSubject,
  action: CaseAction,
  name: string | null,
  fields: CaseDecisionFields,
) => ({
  action,
  type: target_type,
  name: action === 'warn' || action === 'ban' || target_type !== 'post' ? (author?.member?.nickname ?? null) : name,
  days: action === 'ban' ? banDays(fields) : null,
})

/** Decides every open report of the target. */
export const decideCase = (item: ReportCase, action: CaseAction, fields: CaseDecisionFields): CaseDecision => ({
  kind: 'case',
  args: { p_report_id: item.report_id, ...decision(item, action, fields) },
  facts: facts(item, action, item.content?.title ?? null, fields),
  targets: [targetOf(item)],
  refusals: caseRefusals,
})

/** The same where nobody needs to have reported it. */
export const decideContent = (item: ContentSubject, action: CaseAction, fields: CaseDecisionFields): CaseDecision => ({
  kind: 'content',
  args: decision(item, action, fields),
  facts: facts(item, action, item.post?.title ?? null, fields),
  targets: [targetOf(item)],
  refusals: caseRefusals,
})

export const purgeOrphans = () => rpc('admin_purge_orphan_reports')

/** Takes the case for ten minutes, or gives it back. */
export const claimCase = ({ target_type, target_id }: CaseSubject, claimed: boolean) =>
  rpc('admin_claim_case', { p_type: target_type, p_id: target_id, p_claimed: claimed })

/** Leaves a note, or mails a question to `to`: `author`, or the reporter of the report with this id. */
export const writeInCase = ({ target_type, target_id, report_id }: ReportCase, { to, text }: CaseNoteFields) =>
  to === ''
    ? rpc('admin_note_case', { p_type: target_type, p_id: target_id, p_text: text })
    : rpc('admin_ask_in_case', {
        p_report: to === 'author' ? report_id : to,
        p_to_author: to === 'author',
        p_text: text,
      })

/** Decides cases alike. */
export const decideCases = (
  cases: NonNullable<ReportCasesPage['ids']>,
  action: 'dismiss' | 'delete',
  reason: string,
  rule: Ground,
): CaseDecision[] =>
  batchesOf(cases).map((batch) => ({
    kind: 'cases',
    args: {
      p_cases: batch.map(({ report_id, target_type, target_id }) => ({ report_id, target_type, target_id })),
      p_action: action,
      p_reason: reason,
      p_rule: action === 'delete' ? rule : null,
      p_seen: seenOf(batch.map((one) => [targetOf(one), one.version])),
    },
    facts: { action, type: batch[0]?.target_type ?? 'post', name: null, count: batch.length },
    targets: batch.map(targetOf),
    refusals: caseRefusals,
  }))
