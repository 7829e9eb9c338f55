import * as z from 'zod/mini'
import { pictureLicenses } from '../picture/credit.ts'
import { creditCheck, creditLimits } from '../picture/credit-form.ts'
import { optionalDay, optionalLine, optionalText, optionalUrl } from '../text/entry-rules.ts'
import { slugify } from '../text/slug.ts'
import { starSentences } from './refusals.ts'

/** Limits of the columns of `stars`. */
export const starLimits = { name: 100, slug: 200, bio: 10_000, firstBirthdate: '1900-01-01' } as const

/** Pages below /stars, which would hide a star with that slug. `private.set_star_slug()` rejects them too. */
const reservedStarSlugs: readonly string[] = ['voting']

/** Whether a slug, as typed, belongs to a page. */
export const isReservedStarSlug = (slug: string): boolean => reservedStarSlugs.includes(slugify(slug))

export const starSlugReserved = 'Diese Adresse gehört schon einer Seite. Nimm eine andere.'

/** The form of a star; fields are named like the columns. */
export const starForm = z
  .object({
    first_name: optionalLine(starLimits.name),
    last_name: optionalLine(starLimits.name),
    nickname: optionalLine(starLimits.name),
    /** Empty: derived from the name. */
    slug: z.string().check(
      z.overwrite(slugify),
      z.maxLength(starLimits.slug, `Höchstens ${starLimits.slug} Zeichen.`),
      z.refine((slug) => !isReservedStarSlug(slug), starSlugReserved),
    ),
    bio: optionalText(starLimits.bio),
    birthdate: optionalDay,
    avatar_author: optionalLine(creditLimits.author),
    avatar_source: optionalUrl,
    avatar_license: z.enum(['', ...pictureLicenses]),
    is_active: z.boolean(),
  })
  .check(
    z.refine(({ first_name, last_name, nickname }) => first_name + last_name + nickname !== '', {
      path: ['first_name'],
      error: starSentences.name_missing,
    }),
    creditCheck({ author: 'avatar_author', source: 'avatar_source', license: 'avatar_license' }),
  )
export type StarFields = z.infer<typeof starForm>
