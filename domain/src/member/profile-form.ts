import * as z from 'zod/mini'
import { cleanText, textLength } from '../text/sanitize-text.ts'
import { nicknameSchema } from './nickname.ts'

/** As `profiles.bio` allows. */
export const bioMax = 500

/** What a member says about themselves, as typed → as stored; empty: nothing. */
export const bioSchema = z.string().check(
  z.overwrite((text) => cleanText(text).trim()),
  z.refine((text) => textLength(text) <= bioMax, `Höchstens ${bioMax} Zeichen. Kürz ein bisschen.`),
)

/** The dialog in which a new member picks a name. */
export const nicknameForm = z.object({ nickname: nicknameSchema })

/** Name and bio on the page of the own profile. */
export const profileForm = z.object({ nickname: nicknameSchema, bio: bioSchema })
