import * as z from 'zod/mini'
import { rumorStatus } from '../contract/post.ts'
import { optionalLine, optionalText } from '../text/entry-rules.ts'
import { moderationReasonMax } from './limits.ts'

export const rumorSourceMax = 500

/** What staff say about a rumour; reason and source stand on its page. */
export const rumorForm = z.object({
  status: z.enum(rumorStatus.options),
  reason: optionalText(moderationReasonMax),
  source: optionalLine(rumorSourceMax),
})
