import * as z from 'zod/mini'
import { optionalDay, optionalLine, optionalText } from '../text/entry-rules.ts'
import { slugify } from '../text/slug.ts'

/** Limits of `seasons` and `season_participants`; `cast`: most participants that `admin_save_season` accepts. */
export const seasonLimits = {
  number: 9999,
  title: 200,
  slug: 200,
  location: 200,
  description: 5000,
  placement: 100,
  cast: 300,
} as const

const wrongNumber = `Eine ganze Zahl von 0 bis ${seasonLimits.number}.`

/**
 * Whether a season's slug names another season: /formate/x/7 and …/staffel/staffel-7 lead to season 7.
 * `private.set_season_slug` applies the same rule.
 */
export function isMisleadingSeasonSlug(slug: string, seasonNumber: number): boolean {
  return /^(staffel-)?[0-9]+$/.test(slug) && slug.replace(/^staffel-/, '') !== String(seasonNumber)
}

export const seasonForm = z
  .object({
    /** As typed, digits only. */
    season_number: z.string().check(
      z.trim(),
      z.refine((text) => /^\d{1,4}$/.test(text), wrongNumber),
      z.overwrite((text) => (/^\d{1,4}$/.test(text) ? String(Number(text)) : text)),
    ),
    title: optionalLine(seasonLimits.title),
    /** Empty: `staffel-N`. */
    slug: z
      .string()
      .check(z.overwrite(slugify), z.maxLength(seasonLimits.slug, `Höchstens ${seasonLimits.slug} Zeichen.`)),
    start_date: optionalDay,
    end_date: optionalDay,
    location: optionalLine(seasonLimits.location),
    description: optionalText(seasonLimits.description),
  })
  .check(
    z.refine(({ slug, season_number }) => !isMisleadingSeasonSlug(slug, Number(season_number)), {
      path: ['slug'],
      error: 'Diese Adresse nennt eine andere Staffel. Nimm eine andere oder lass das Feld leer.',
    }),
    z.refine(({ start_date, end_date }) => start_date === '' || end_date === '' || end_date >= start_date, {
      path: ['end_date'],
      error: 'Das Ende liegt vor dem Anfang.',
    }),
  )
export type SeasonFields = z.infer<typeof seasonForm>

/** The text to store for a place; 1 is the winner. */
export const placementOf = (place: number): string => (place === 1 ? 'Gewinner:in' : `Platz ${place}`)

/** The place of such a text; null for any other, such as "Halbfinale". */
export function placeOf(placement: string | null): number | null {
  const place = placement === placementOf(1) ? 1 : Number(/^Platz (\d{1,3})$/.exec(placement ?? '')?.[1] ?? 0)
  return place > 0 && placementOf(place) === placement ? place : null
}

/** The list with the item at `from` moved to `to`; the same list when nothing moves or `to` is out of range. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): readonly Item[] {
  const moved = list[from]
  if (moved === undefined || from === to || to < 0 || to >= list.length) return list
  const others = list.filter((_, place) => place !== from)
  return [...others.slice(0, to), moved, ...others.slice(to)]
}
