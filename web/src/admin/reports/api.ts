import type { ReportCase } from '@hot/domain/contract/admin/reports'
import type { CaseDecisionFields } from '@hot/domain/moderation/decision-form'
import { reportReasons, reportReasonTexts } from '@hot/domain/moderation/report-rules'
import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, termParam } from '@hot/domain/url/search-param'
import { refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { listQuery } from '../kit/list.tsx'
import type { Refusals } from '../kit/write.ts'

type ReasonText = (typeof reportReasonTexts)[keyof typeof reportReasonTexts]
export const reasonTexts: readonly ReasonText[] = Object.values(reportReasonTexts)

/** The default, open cases with the most urgent first, is not in the URL. */
export type ReportsSearch = {
  status?: 'erledigt' | undefined
  sort?: 'alt' | undefined
  art?: 'beitrag' | 'kommentar' | undefined
  /** The reason's label. */
  grund?: ReasonText | undefined
  /** The author's nickname. */
  von?: string | undefined
}

/** Search params from the URL, with defaults for invalid values. */
export const readReportsSearch = (given: Record<string, unknown>): ReportsSearch => ({
  status: choiceParam(given.status, ['erledigt']),
  sort: choiceParam(given.sort, ['alt']),
  art: choiceParam(given.art, ['beitrag', 'kommentar']),
  grund: choiceParam(given.grund, reasonTexts),
  von: termParam(given.von, searchQueryMax),
})

const pageSize = 20
const targetTypes = { beitrag: 'post', kommentar: 'comment' } as const

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

const signInAgain = 'Nicht berechtigt - bitte erneut anmelden'

/** Refusals worded by the database, because they name a person or a cause. */
const worded = new Set([
  'not_allowed',
  'case_fields',
  'case_type',
  'case_action',
  'reason_required',
  'ban_days',
  'report_closed',
  'own_case',
  'ban_too_long',
  'staff_ban',
  'report_gone',
  'target_gone',
  'author_gone',
  'case_fetch_failed',
  'case_preparation_failed',
  'take_down_failed',
  'comment_deletion_failed',
])

/** Messages for a refused decision. An expired session is refused before any of our functions runs. */
export function caseRefusals(error: Error): Refusals {
  const refusal = refusalOf(error)
  return {
    '42501': signInAgain,
    PGRST301: signInAgain,
    PGRST303: signInAgain,
    ...(worded.has(refusal) && { [refusal]: error.message }),
  }
}

export type CaseAction = 'dismiss' | 'delete' | 'warn' | 'ban'

const banDays = ({ forGood, days }: CaseDecisionFields) => (forGood ? null : Number(days))

/** Decides every open report of the target. Only decisions about a person also choose whether to delete the content. */
export const decideCase = (
  { report_id, target_id, target_type }: ReportCase,
  action: CaseAction,
  fields: CaseDecisionFields,
) =>
  rpc('moderate_case', {
    p_report_id: report_id,
    p_content_id: target_id,
    p_type: target_type,
    p_action: action,
    p_reason: fields.reason,
    p_rule: fields.rule,
    p_severity: action === 'warn' ? fields.severity : null,
    p_days: action === 'ban' ? banDays(fields) : null,
    p_remove: fields.removes,
  })

export const purgeOrphans = () => rpc('admin_purge_orphan_reports')
