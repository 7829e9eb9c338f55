import * as z from 'zod/mini'
import { requiredText } from '../text/entry-rules.ts'
import { textLength } from '../text/sanitize-text.ts'
import { moderationSentences } from './refusals.ts'
import { appealMessageMax, caseNoteMax, caseQuestionMax, reportMistakes, reportReasons } from './report-rules.ts'

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
