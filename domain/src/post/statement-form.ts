import * as z from 'zod/mini'
import { reasonMissing, reasonText } from '../moderation/decision-form.ts'
import { grounds } from '../moderation/grounds.ts'
import { requiredLine, requiredText } from '../text/entry-rules.ts'
import { textLength } from '../text/sanitize-text.ts'
import { postSentences } from './refusals.ts'

/** Length limits of the columns of community_posts. */
export const statementMax = 2000
export const statementSpeakerMax = 100
const statementSpeakerMin = 2

/** What somebody a post is about says, as staff publish it: who speaks, and the text. */
export const statementForm = z.object({
  speaker: requiredLine(statementSpeakerMax, 'Gib an, wer spricht.').check(
    z.refine((name) => textLength(name) >= statementSpeakerMin, postSentences.speaker_length),
  ),
  text: requiredText(statementMax, 'Gib den Text der Stellungnahme ein.'),
})

/** The same in the dialog of the team; what a star has said themselves changes with a reason only. */
export const teamStatementForm = ({ isByStar }: { isByStar: boolean }) =>
  z.extend(statementForm, { reason: reasonText(isByStar ? reasonMissing : undefined), rule: z.enum(grounds) })
