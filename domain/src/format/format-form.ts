import * as z from 'zod/mini'
import { hexColor, optionalLine, optionalText, optionalUrl, requiredLine } from '../text/entry-rules.ts'
import { graphemesOf } from '../text/graphemes.ts'
import { slugify } from '../text/slug.ts'
import { formatSentences } from './refusals.ts'

/** Limits of the columns of `formats`. */
export const formatLimits = { name: 140, shortName: 60, slug: 200, description: 5000 } as const

/**
 * Slugs that no format may have, because the site uses /formate/{slug} or may do so later.
 * `private.is_reserved_format_slug` has the same list.
 */
export const reservedFormatSlugs: readonly string[] = [
  ...['admin', 'alle', 'bearbeiten', 'create', 'edit', 'erstellen', 'feed', 'format', 'formate', 'index', 'kalender'],
  ...['neu', 'new', 'rss', 'seite', 'sitemap', 'staffel', 'staffeln', 'suche'],
]

/** Exactly one emoji, including flags, skin tones and families. */
export function isOneEmoji(text: string): boolean {
  if (graphemesOf(text).length !== 1 || text.length > 16) return false
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|\u20e3/u.test(text)
}

export const formatForm = z.object({
  name: requiredLine(formatLimits.name, 'Wie heißt das Format?'),
  short_name: optionalLine(formatLimits.shortName),
  slug: z.string().check(
    z.overwrite(slugify),
    z.minLength(1, 'Die Adresse braucht Buchstaben oder Ziffern.'),
    z.maxLength(formatLimits.slug, `Höchstens ${formatLimits.slug} Zeichen.`),
    z.refine((slug) => !reservedFormatSlugs.includes(slug), formatSentences.slug_reserved),
  ),
  emoji: z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isOneEmoji(text), 'Genau ein Emoji, sonst nichts.'),
  ),
  color: hexColor,
  /** Ids; empty: none. */
  broadcaster_id: z.string(),
  streaming_provider_id: z.string(),
  streaming_url: optionalUrl,
  description: optionalText(formatLimits.description),
  is_active: z.boolean(),
})
export type FormatFields = z.infer<typeof formatForm>
