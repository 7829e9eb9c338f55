import * as z from 'zod/mini'
import { appealMessageMax, reportMistakes, reportReasons } from './report-rules.ts'

/** A report as typed; the last three fields are for guests only. */
const report = z.object({
  reason: z.enum(['', ...reportReasons]),
  details: z.string(),
  name: z.string(),
  email: z.string(),
  goodFaith: z.boolean(),
})
export type ReportFields = z.infer<typeof report>

export const reportDraft = ({ reason, details, ...guest }: ReportFields, isGuest: boolean) => ({
  reason,
  details,
  guest: isGuest ? guest : null,
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
      z.minLength(1, 'Schreib, warum du anderer Meinung bist.'),
      z.maxLength(appealMessageMax, 'Das ist zu lang. Höchstens 2.000 Zeichen.'),
    ),
})
