import * as z from 'zod/mini'
import { commentMax } from '../post/limits.ts'
import { cleanText, textLength } from '../text/sanitize-text.ts'
import { commentSentences } from './refusals.ts'

/** Text of a comment as typed → as stored. */
export const commentContent = z.string().check(
  z.overwrite((text) => cleanText(text).trim()),
  z.minLength(1, commentSentences.comment_empty),
  z.refine((text) => textLength(text) <= commentMax, `Höchstens ${commentMax.toLocaleString('de-DE')} Zeichen.`),
)

export const commentSchema = z.object({ content: commentContent })
