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
