import * as z from 'zod/mini'
import { moderationReasonMax } from '../moderation/decision-form.ts'
import { optionalLine, optionalText } from '../text/entry-rules.ts'
import { rumorStatuses } from './kinds.ts'

export const rumorSourceMax = 500

/** The form in which staff set the status of a rumor; reason and source are shown on its page. */
export const rumorForm = z.object({
  status: z.enum(rumorStatuses),
  reason: optionalText(moderationReasonMax),
  source: optionalLine(rumorSourceMax),
})
