import { z } from 'zod'

/**
 * `report_content(…)`: `open` the team sees it; `known` the caller has reported this already and nobody has decided yet;
 * `confirm` a guest follows the link in the mail first. Errors by hint: `details_missing`, `details_length`,
 * `own_content`, `good_faith_missing`, `name_missing`, `email_invalid`, `target_gone`, `rate_limited` (429).
 */
export const reportAnswer = z.strictObject({ state: z.enum(['open', 'known', 'confirm']) })
export type ReportAnswer = z.infer<typeof reportAnswer>

/** `confirm_report(p_code)`: `already` the link was followed before, `unknown` it is no link of ours, or a week old. */
export const confirmAnswer = z.strictObject({ state: z.enum(['confirmed', 'already', 'unknown']) })
export type ConfirmAnswer = z.infer<typeof confirmAnswer>
