import type * as z from 'zod/mini'
import { licenseOf, type PictureLicense } from './credit.ts'

/** Who made a picture of the team's, where it is from, and under which licence. */
export type PictureCredit = { author: string; source: string; license: PictureLicense | '' }

/** Limits of the columns. */
export const creditLimits = { author: 200, source: 500 } as const

const missing = {
  author: 'Zu dieser Lizenz gehört, wer das Bild gemacht hat.',
  source: 'Diese Lizenz verlangt einen Link dorthin, wo das Bild herkommt.',
} as const

/** German messages by field; empty when the credit can be stored. SQL: the constraints `…_credit`. */
export function creditMistakes({ author, source, license }: PictureCredit): { author?: string; source?: string } {
  const given = { author, source }
  const needs = licenseOf(license)?.needs ?? []
  return Object.fromEntries(needs.filter((field) => given[field].trim() === '').map((field) => [field, missing[field]]))
}

/** The check of a form in which the fields of these names are a credit. */
export const creditCheck =
  <Author extends string, Source extends string, License extends string>(names: {
    author: Author
    source: Source
    license: License
  }) =>
  ({ value, issues }: z.core.ParsePayload<Record<Author | Source, string> & Record<License, PictureLicense | ''>>) => {
    const { author, source, license } = names
    const mistakes = creditMistakes({ author: value[author], source: value[source], license: value[license] })
    for (const field of ['author', 'source'] as const)
      if (mistakes[field]) issues.push({ code: 'custom', input: value, path: [names[field]], message: mistakes[field] })
  }
