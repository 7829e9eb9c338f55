import * as z from 'zod/mini'
import { moderationReasonMax, reasonMissing, reasonText } from '../moderation/decision-form.ts'
import { grounds } from '../moderation/grounds.ts'
import { optionalLine, optionalText } from '../text/entry-rules.ts'
import { cleanLine, cleanText, textLength } from '../text/sanitize-text.ts'
import { rumorStatuses } from './kinds.ts'
import { postContentMax, postTagsMax, postTitleMax, postTitleMin } from './limits.ts'

const title = z.string().check(
  z.overwrite(cleanLine),
  z.refine((text) => {
    const length = textLength(text)
    return length >= postTitleMin && length <= postTitleMax
  }, `Der Titel hat ${postTitleMin} bis ${postTitleMax} Zeichen.`),
)

const content = z.string().check(
  z.overwrite((text) => cleanText(text).trim()),
  z.refine(
    (text) => textLength(text) <= postContentMax,
    `Der Text hat höchstens ${postContentMax.toLocaleString('de-DE')} Zeichen.`,
  ),
)

const tag = z.object({ id: z.uuid(), name: z.string() })
export type EditedTag = z.infer<typeof tag>

/** The form in which staff edit a member's post, with a reason and what it rests on. Only a poll may have no text. */
export const staffEditForm = ({ isPoll }: { isPoll: boolean }) =>
  z.object({
    title,
    content: isPoll ? content : content.check(z.minLength(1, 'Der Text darf nicht leer sein.')),
    tags: z.array(tag).check(z.maxLength(postTagsMax, `Höchstens ${postTagsMax} Tags.`)),
    dropsSource: z.boolean(),
    /** The person concerned asked that the old address, with its words, leads nowhere. */
    dropsAddress: z.boolean(),
    reason: reasonText(reasonMissing),
    rule: z.enum(grounds),
  })

export const rumorSourceMax = 500

/** The form in which staff set the status of a rumor; reason and source are shown on its page. */
export const rumorForm = z.object({
  status: z.enum(rumorStatuses),
  reason: optionalText(moderationReasonMax),
  source: optionalLine(rumorSourceMax),
})

/** In characters: the answers together fit into the reason of a decision. */
export const unsourcedAnswerMax = 600

const answer = (missing: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(unsourcedAnswerMax, `Höchstens ${unsourcedAnswerMax} Zeichen.`),
    )

/** What staff answer before a rumor about a person is published that names no source. */
export const unsourcedForm = z.object({
  evidence: answer('Schreib, was dafür spricht. Wenn nichts: Lehn es ab.'),
  heard: answer('Schreib, ob die Person etwas dazu gesagt hat, oder warum ihr sie nicht fragt.'),
  interest: answer('Schreib, warum es alle angeht. Wenn nicht: Lehn es ab.'),
})

/** The answers as the reason of the decision, which the log keeps. */
export const unsourcedReason = ({ evidence, heard, interest }: z.infer<typeof unsourcedForm>): string =>
  `Dafür spricht: ${evidence}\nDie Person: ${heard}\nÖffentliches Interesse: ${interest}`
