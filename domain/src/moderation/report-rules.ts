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
  /** The statement that it is true to the best of their knowledge: asked of guests, and of everybody for illegal content. */
  goodFaith: boolean
  /** Of illegal content: it shows the abuse of children. */
  childAbuse: boolean
  /** Fields for guests only. */
  guest: { name: string; email: string } | null
}

export type ReportMistakes = Partial<Record<'reason' | 'details' | 'name' | 'email' | 'goodFaith', string>>

const emailForm = /^[^@\s]+@[^@\s]+\.[^@\s]+$/

/** Whether the statement of good faith is part of a report. */
export const asksGoodFaith = (reason: ReportDraft['reason'], isGuest: boolean): boolean =>
  isGuest || reason === 'illegal_content'

/** A notice of child abuse needs neither name nor address nor words (DSA, Art. 16 (2) c). */
export const needsNobody = ({ reason, childAbuse }: Pick<ReportDraft, 'reason' | 'childAbuse'>): boolean =>
  reason === 'illegal_content' && childAbuse

/** German messages about a report by field; empty when it can be sent. `report_content()` applies the same rules. */
export function reportMistakes(draft: ReportDraft): ReportMistakes {
  const { reason, details, guest } = draft
  const mistakes: ReportMistakes = {}
  const isAnonymous = needsNobody(draft)
  if (!reason) mistakes.reason = moderationSentences.unknown_type
  const isEmpty = details.trim() === ''
  if (reason === 'other' && isEmpty) mistakes.details = moderationSentences.details_missing
  if (reason === 'illegal_content' && isEmpty && !isAnonymous)
    mistakes.details = moderationSentences['details_missing.illegal']
  if (details.length > reportDetailsMax) mistakes.details = 'Das ist zu lang. Höchstens 2.000 Zeichen.'
  if (asksGoodFaith(reason, guest !== null) && !draft.goodFaith)
    mistakes.goodFaith = 'Ohne diese Erklärung können wir die Meldung nicht annehmen.'
  if (!guest) return mistakes
  if (guest.name.trim() === '' && !isAnonymous) mistakes.name = moderationSentences.name_missing
  if (guest.name.trim().length > reporterNameMax) mistakes.name = 'Das ist zu lang. Höchstens 100 Zeichen.'
  if (!emailForm.test(guest.email.trim()) && !(isAnonymous && guest.email.trim() === ''))
    mistakes.email = moderationSentences.email_invalid
  return mistakes
}
