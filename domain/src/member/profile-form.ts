import * as z from 'zod/mini'
import { cleanLine, cleanText, textLength } from '../text/sanitize-text.ts'
import { nicknameSchema } from './nickname.ts'

/** Longest `profiles.bio`, in characters. */
export const bioMax = 500

/** A member's bio as typed → as stored; may be empty. */
export const bioSchema = z.string().check(
  z.overwrite((text) => cleanText(text).trim()),
  z.refine((text) => textLength(text) <= bioMax, `Höchstens ${bioMax} Zeichen. Kürz ein bisschen.`),
)

/** The dialog in which a new member picks a name. */
export const nicknameForm = z.object({ nickname: nicknameSchema })

/** Nickname and bio on the member's own profile page. The name they have is theirs, also by rules that came later. */
export const profileForm = (own: string) =>
  z.object({
    nickname: z.string().check(
      z.overwrite(cleanLine),
      z.check(({ value, issues }) => {
        const problem = value === own ? undefined : nicknameSchema.safeParse(value).error?.issues[0]
        if (problem) issues.push({ code: 'custom', message: problem.message, input: value })
      }),
    ),
    bio: bioSchema,
  })
