import type { ReportCase } from '@hot/domain/contract/admin/reports'
import type { HouseRule } from '@hot/domain/moderation/staff-rules'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

export type CaseAction = 'dismiss' | 'delete' | 'warn' | 'ban'
export type Severity = 'low' | 'medium' | 'high'

export type Decision = {
  action: CaseAction
  reason: string
  rule: HouseRule
  severity: Severity
  /** null: for good. */
  days: number | null
  /** Takes the content down as well. */
  removes: boolean
}

/** Decides every open report of the target. */
export const decideCase = ({ report_id, target_id, target_type }: ReportCase, decision: Decision) =>
  rpc('moderate_case', {
    p_report_id: report_id,
    p_content_id: target_id,
    p_type: target_type,
    p_action: decision.action,
    p_reason: decision.reason,
    p_rule: decision.rule,
    p_severity: decision.action === 'warn' ? decision.severity : null,
    p_days: decision.action === 'ban' ? decision.days : null,
    p_remove: decision.removes,
  })

export const purgeOrphans = () => rpc('admin_purge_orphan_reports')
