import * as z from 'zod/mini'
import { readFollowers, readSocialAddress, socialPlatforms } from './social-account.ts'

/** An account of a star as staff type it; `readSocialAddress` and `readFollowers` make of it what is stored. */
export const socialForm = z
  .object({
    /** Id. */
    star: z.string().check(z.minLength(1, 'Wähl einen Star.')),
    platform: z.enum(socialPlatforms.map(({ key }) => key)),
    /** Name or address of the profile. */
    account: z.string(),
    /** Empty: nobody has looked yet. */
    followers: z
      .string()
      .check(
        z.refine(
          (text) => text.trim() === '' || readFollowers(text) !== null,
          'Schreib die ganze Zahl aus, zum Beispiel 1.234.567.',
        ),
      ),
  })
  .check(
    z.refine(({ platform, account }) => readSocialAddress(platform, account) !== null, {
      path: ['account'],
      error: 'Gib den Namen oder die Adresse des Kontos auf dieser Plattform ein.',
    }),
  )
export type SocialFields = z.infer<typeof socialForm>

/** Pasted or chosen lines of a CSV; `readSocialCsv` makes of them what is stored. */
export const socialImportForm = z.object({
  text: z.string().check(z.refine((text) => text.trim() !== '', 'Hier stehen keine Zeilen.')),
})
