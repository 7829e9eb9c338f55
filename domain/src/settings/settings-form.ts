import * as z from 'zod/mini'

/** A typed whole number within the limits of its column in `app_settings`. */
const wholeNumber = (least: number, most: number) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `Gib eine Zahl von ${least} bis ${most.toLocaleString('de-DE')} ein.`,
    ),
  )

const domain = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/** Domains separated by line, comma or space, lower-cased. */
export const domainsOf = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)

const wrongDomain = (typed: string) => domainsOf(typed).find((name) => !domain.test(name))

/** The form of the installation's settings. */
export const settingsForm = z.object({
  signupMode: z.enum(['open', 'invite']),
  domains: z.string().check(
    z.refine((typed) => wrongDomain(typed) === undefined, {
      error: ({ input }) =>
        `„${wrongDomain(String(input))}“ ist keine Domain. Schreib sie wie firma.de, eine je Zeile.`,
    }),
  ),
  afterPosts: wholeNumber(0, 1000),
  warningDays: wholeNumber(0, 3650),
  postsQuota: wholeNumber(1, 10_000),
  votesQuota: wholeNumber(1, 100_000),
  alertAfterHours: wholeNumber(1, 168),
  awayAfterHours: wholeNumber(0, 720),
})
export type SettingsFields = z.infer<typeof settingsForm>

/** Domains and numbers as they are stored (`admin_save_settings` sorts the domains), however they were typed. */
export const storedSettings = ({ signupMode, domains, ...numbers }: SettingsFields) => ({
  domains: [...new Set(domainsOf(domains))].sort(),
  ...(Object.fromEntries(Object.entries(numbers).map(([name, typed]) => [name, Number(typed)])) as Record<
    keyof typeof numbers,
    number
  >),
})

/** What the database says when it refuses something about settings and texts of the site, by hint or `hint.case`. */
export const settingsSentences = {
  changed_meanwhile: 'Jemand anderes hat diesen Text gerade geändert.',
  mail_domain: 'Eine der Domains stimmt nicht. Schreib sie wie firma.de, eine je Zeile.',
  settings_changed: 'Jemand hat die Einstellungen inzwischen geändert.',
  text_invalid: 'Der Text ist zu lang oder enthält etwas, das hier nicht geht.',
}
