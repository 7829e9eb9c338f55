import { moderationSentences } from './refusals.ts'

/** Report reasons and their labels. SQL: `reports.reason`, private.report_reason_text(). */
export const reportReasonTexts = {
  illegal_content: 'Illegaler Inhalt',
  insult: 'Beleidigung/Hass',
  false_claim: 'Falschbehauptung über eine Person',
  privacy: 'Privatsphäre',
  spam: 'Spam',
  spoiler: 'Spoiler',
  other: 'Sonstiges',
} as const
export type ReportReason = keyof typeof reportReasonTexts
export const reportReasons = Object.keys(reportReasonTexts) as ReportReason[]

/** What can be reported. SQL: `reports.target_type`. */
export const reportTargets = ['post', 'comment', 'profile'] as const
export type ReportTargetType = (typeof reportTargets)[number]

/** Maximum lengths in characters of the text of a report, of an appeal, and of a guest's name. SQL has the same. */
export const reportDetailsMax = 2000
export const appealMessageMax = 2000
/** A note of the team about a case, and an answer to its question. */
export const caseNoteMax = 2000
export const caseQuestionMax = 1000
export const reporterNameMax = 100

export type ReportDraft = {
  reason: ReportReason | ''
  details: string
  /** Fields for guests only. */
  guest: { name: string; email: string; goodFaith: boolean } | null
}

export type ReportMistakes = Partial<Record<'reason' | 'details' | 'name' | 'email' | 'goodFaith', string>>

const emailForm = /^[^@\s]+@[^@\s]+\.[^@\s]+$/

/** German messages about a report by field; empty when it can be sent. `report_content()` applies the same rules. */
export function reportMistakes({ reason, details, guest }: ReportDraft): ReportMistakes {
  const mistakes: ReportMistakes = {}
  if (!reason) mistakes.reason = moderationSentences.unknown_type
  if (reason === 'other' && details.trim() === '') mistakes.details = moderationSentences.details_missing
  if (details.length > reportDetailsMax) mistakes.details = 'Das ist zu lang. Höchstens 2.000 Zeichen.'
  if (!guest) return mistakes
  if (guest.name.trim() === '') mistakes.name = moderationSentences.name_missing
  if (guest.name.trim().length > reporterNameMax) mistakes.name = 'Das ist zu lang. Höchstens 100 Zeichen.'
  if (!emailForm.test(guest.email.trim())) mistakes.email = moderationSentences.email_invalid
  if (!guest.goodFaith) mistakes.goodFaith = 'Ohne diese Erklärung können wir die Meldung nicht annehmen.'
  return mistakes
}
