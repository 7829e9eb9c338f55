import * as z from 'zod/mini'
import { requiredText } from '../text/entry-rules.ts'
import { textLength } from '../text/sanitize-text.ts'
import { moderationSentences } from './refusals.ts'
import {
  appealMessageMax,
  caseNoteMax,
  caseQuestionMax,
  type ReportReason,
  reportDetailsMax,
  reporterNameMax,
  reportReasons,
} from './report-rules.ts'

type ReportDraft = {
  reason: ReportReason | ''
  details: string
  /** The statement that it is true to the best of their knowledge: asked of guests, and of everybody for illegal content. */
  goodFaith: boolean
  /** Of illegal content: it shows the abuse of children. */
  childAbuse: boolean
  /** Fields for guests only. */
  guest: { name: string; email: string } | null
}

type ReportMistakes = Partial<Record<'reason' | 'details' | 'name' | 'email' | 'goodFaith', string>>

const emailForm = /^[^@\s]+@[^@\s]+\.[^@\s]+$/

/** Whether the statement of good faith is part of a report. */
export const asksGoodFaith = (reason: ReportDraft['reason'], isGuest: boolean): boolean =>
  isGuest || reason === 'illegal_content'

/** A notice of child abuse needs neither name nor address nor words (DSA, Art. 16 (2) c). */
export const needsNobody = ({ reason, childAbuse }: Pick<ReportDraft, 'reason' | 'childAbuse'>): boolean =>
  reason === 'illegal_content' && childAbuse

/** German messages about a report by field; empty when it can be sent. `report_content()` applies the same rules. */
function reportMistakes(draft: ReportDraft): ReportMistakes {
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

/** A report as typed; name and address are for guests only. */
const report = z.object({
  reason: z.enum(['', ...reportReasons]),
  details: z.string(),
  name: z.string(),
  email: z.string(),
  goodFaith: z.boolean(),
  childAbuse: z.boolean(),
})
export type ReportFields = z.infer<typeof report>

export const reportDraft = ({ name, email, ...report }: ReportFields, isGuest: boolean) => ({
  ...report,
  guest: isGuest ? { name, email } : null,
})

export const reportForm = (isGuest: boolean) =>
  report.check(({ value, issues }) => {
    for (const [field, message] of Object.entries(reportMistakes(reportDraft(value, isGuest))))
      issues.push({ code: 'custom', input: value, path: [field], message })
  })

/** A member's appeal against a decision. */
export const appealForm = z.object({
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, moderationSentences.message_missing),
      z.maxLength(appealMessageMax, 'Das ist zu lang. Höchstens 2.000 Zeichen.'),
    ),
})

const said = requiredText(caseNoteMax, moderationSentences.note_missing)

/** An answer to a question of the team. */
export const caseAnswerForm = z.object({ text: said })

/** What the team writes in a case; `to`: empty for a note, `author`, or the id of the report whose reporter is asked. */
export const caseNoteForm = z.object({ to: z.string(), text: said }).check(({ value, issues }) => {
  if (value.to !== '' && textLength(value.text) > caseQuestionMax)
    issues.push({ code: 'custom', input: value, path: ['text'], message: 'Eine Frage hat höchstens 1.000 Zeichen.' })
})
export type CaseNoteFields = z.infer<typeof caseNoteForm>
