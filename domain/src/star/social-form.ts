import * as z from 'zod/mini'
import { readFollowers, readSocialAddress, socialPlatforms } from './social-account.ts'

/** The form of a star's account; `readSocialAddress` and `readFollowers` turn its fields into stored values. */
export const socialForm = z
  .object({
    /** Id of the star. */
    star: z.string().check(z.minLength(1, 'Wähl einen Star.')),
    platform: z.enum(socialPlatforms.map(({ key }) => key)),
    /** Handle or profile URL. */
    account: z.string(),
    /** Empty: unknown. */
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

/** Pasted or uploaded CSV lines, which `readSocialCsv` reads. */
export const socialImportForm = z.object({
  text: z.string().check(z.refine((text) => text.trim() !== '', 'Hier stehen keine Zeilen.')),
})
