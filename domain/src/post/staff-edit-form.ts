import * as z from 'zod/mini'
import { reasonMissing, reasonText } from '../moderation/decision-form.ts'
import { cleanLine, cleanText, textLength } from '../text/sanitize-text.ts'
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

/** The form in which staff edit a member's post, with a reason. Only a poll may have no text. */
export const staffEditForm = ({ isPoll }: { isPoll: boolean }) =>
  z.object({
    title,
    content: isPoll ? content : content.check(z.minLength(1, 'Der Text darf nicht leer sein.')),
    tags: z.array(tag).check(z.maxLength(postTagsMax, `Höchstens ${postTagsMax} Tags.`)),
    dropsSource: z.boolean(),
    reason: reasonText(reasonMissing),
  })
