import * as z from 'zod/mini'
import { reasonMissing, reasonText } from '../moderation/decision-form.ts'
import { moderationSentences } from '../moderation/refusals.ts'
import { optionalLine, requiredLine, requiredText } from '../text/entry-rules.ts'
import { parseUrl } from '../url/parse-url.ts'

/** What somebody can ask whom HoT writes about. SQL: `concerns.wish`. */
export const concernWishTexts = {
  correct: 'Etwas stimmt nicht und soll berichtigt werden',
  remove: 'Etwas soll entfernt werden',
  object: 'Ich widerspreche: HoT soll das nicht mehr zeigen',
  access: 'Ich will wissen, was ihr gespeichert habt',
} as const
export type ConcernWish = keyof typeof concernWishTexts
export const concernWishes = Object.keys(concernWishTexts) as ConcernWish[]

/** What the team's queue has: these, and what anybody writes by the contact form. SQL: `concerns.wish`. */
export const concernSubjectTexts = { ...concernWishTexts, contact: 'Nachricht über das Kontaktformular' } as const
export const concernSubjects = Object.keys(concernSubjectTexts) as (keyof typeof concernSubjectTexts)[]

/** How the team answers. SQL: `concerns.outcome`; the sentences of the mail stand in private.answer_concern(). */
export const concernOutcomeTexts = {
  granted: 'Erfüllt',
  partly: 'Zum Teil erfüllt',
  refused: 'Abgelehnt',
} as const
export const concernOutcomes = Object.keys(concernOutcomeTexts) as (keyof typeof concernOutcomeTexts)[]

export const concernTextMax = 2000
export const concernNameMax = 100
const pageMax = 500
const emailMax = 254

/**
 * A page of this site by what somebody pastes: its whole address, or only the path. `site`: the site's origin. Null:
 * no page of this site.
 */
export function pageOfSite(typed: string, site: string): string | null {
  const text = typed.trim()
  // In a shell the site is unknown until its configuration is read.
  const home = parseUrl(site)
  if (text === '' || home === null) return null
  const isBare = text.toLowerCase().startsWith(home.host)
  const url = parseUrl(isBare ? `https://${text}` : text, home)
  if (url?.host.replace(/^www\./, '') !== home.host.replace(/^www\./, '')) return null
  const page = url.pathname + url.search + url.hash
  return /^\/(?![/\\])/.test(page) && page.length <= pageMax ? page : null
}

const email = /^[^@\s]+@[^@\s]+\.[^@\s]+$/

/** Who writes without an account, and what; `private.given_concern()` applies the same rules. */
const given = {
  name: requiredLine(concernNameMax, moderationSentences.name_missing),
  email: z.string().check(z.trim(), z.regex(email, moderationSentences.email_invalid), z.maxLength(emailMax)),
  text: requiredText(concernTextMax, moderationSentences.details_missing),
}

/** The contact form. */
export const contactForm = z.object(given)
export type ContactFields = z.infer<typeof contactForm>

/** The form "Es geht um mich"; `tell_concern()` applies the same rules. */
export const concernForm = (site: string) =>
  z
    .object({
      wish: z.enum(['', ...concernWishes]),
      page: z.string(),
      who: z.enum(['self', 'other']),
      person: optionalLine(concernNameMax),
      ...given,
      goodFaith: z.boolean(),
    })
    .check(({ value, issues }) => {
      const mistake = (path: string, message: string) =>
        issues.push({ code: 'custom', input: value, path: [path], message })
      if (value.wish === '') mistake('wish', moderationSentences.unknown_wish)
      const isAnywhere = value.page.trim() === '' && value.wish === 'access'
      if (!isAnywhere && pageOfSite(value.page, site) === null) mistake('page', moderationSentences.page_invalid)
      if (value.who === 'other' && value.person === '') mistake('person', 'Für wen sprichst du?')
      if (!value.goodFaith) mistake('goodFaith', moderationSentences.good_faith_missing)
    })
export type ConcernFields = z.infer<ReturnType<typeof concernForm>>

/** What the team answers; why may only be left out when everything was done. */
export const concernAnswerForm = z.object({ outcome: z.enum(concernOutcomes), reason: reasonText() }).check(
  z.refine(({ outcome, reason }) => outcome === 'granted' || reason !== '', {
    path: ['reason'],
    error: reasonMissing,
  }),
)

/** The same for a message by the contact form, where the answer is all there is. */
export const messageAnswerForm = concernAnswerForm.check(
  z.refine(({ reason }) => reason !== '', { path: ['reason'], error: reasonMissing }),
)
