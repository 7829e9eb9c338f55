import type { ReportAnswer } from '@hot/domain/contract/report-intake'
import type { ReportDraft } from '@hot/domain/moderation/report-rules'
import type { ReportTarget } from '#web/entities/post/report-request.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** What the database says no to, beside what the form has checked. */
export const reportRefusals = {
  target_gone: 'Das ist inzwischen weg. Du musst nichts mehr tun.',
  own_content: 'Das hast du selbst geschrieben. Löschen kannst du es direkt.',
  rate_limited: 'Das waren viele Meldungen auf einmal. Versuch es später noch einmal.',
  details_missing: 'Schreib, worum es geht.',
  details_length: 'Das ist zu lang. Höchstens 2.000 Zeichen.',
  good_faith_missing: 'Bestätige, dass deine Angaben stimmen.',
  name_missing: 'Gib deinen Namen an.',
  email_invalid: 'Gib eine gültige E-Mail-Adresse an.',
} as const

/** Sends a report under a number of its own: a second attempt with the same number is the same report. Throws DataError. */
export async function sendReport(id: string, target: ReportTarget, draft: ReportDraft): Promise<ReportAnswer['state']> {
  const { guest } = draft
  const { state } = await rpc('report_content', {
    p_id: id,
    p_target_type: target.type,
    p_target: target.id,
    p_reason: draft.reason,
    p_details: draft.details.trim() || null,
    p_good_faith: guest?.goodFaith ?? true,
    p_name: guest?.name.trim() ?? null,
    p_email: guest?.email.trim() ?? null,
  })
  return state
}
