import * as z from 'zod/mini'
import { postSentences } from '../post/refusals.ts'
import { statementMax, statementSpeakerMax } from '../post/statement-form.ts'
import { optionalText, requiredLine, requiredText } from '../text/entry-rules.ts'
import { textLength } from '../text/sanitize-text.ts'

export const starProofMax = 1000

const speaker = requiredLine(statementSpeakerMax, 'Wie sollen wir dich nennen?').check(
  z.refine((name) => textLength(name) >= 2, postSentences.speaker_length),
)

/** Says that somebody is a star, or speaks for one; the code to post comes with the answer. */
export const starSpeakerForm = z.object({ speaker })

/** Where the team finds the code. */
export const starProofForm = z.object({ proof: requiredText(starProofMax, 'Wo steht der Code?') })

/** What is wrong about the star. */
export const starFactsForm = z.object({ text: requiredText(starProofMax, 'Schreib, was nicht stimmt.') })

/** What the star says about a post; empty: nothing any more. */
export const starAnswerForm = z.object({ text: optionalText(statementMax) })
