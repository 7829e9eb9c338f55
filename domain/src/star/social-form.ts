import * as z from 'zod/mini'
import { readFollowers, socialFault, socialPlatforms } from './social-account.ts'

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
  .check((context) => {
    const { platform, account } = context.value
    const message = socialFault(platform, account)
    if (message) context.issues.push({ code: 'custom', path: ['account'], message, input: account })
  })
export type SocialFields = z.infer<typeof socialForm>

/** Pasted or uploaded CSV lines, which `readSocialCsv` reads. */
export const socialImportForm = z.object({
  text: z.string().check(z.refine((text) => text.trim() !== '', 'Hier stehen keine Zeilen.')),
})
