import * as z from 'zod/mini'
import { completedAddress, isWebAddress, noWebAddress } from '../url/web-address.ts'
import { cleanLine, cleanText, textLength } from './sanitize-text.ts'

/** Rules for fields of forms, as typed → as stored, with German messages. */

/** At most `max` characters (code points). */
export const atMost = (max: number) =>
  z.refine<string>((text) => textLength(text) <= max, `Höchstens ${max.toLocaleString('de-DE')} Zeichen.`)

/** One line; empty: none. */
export const optionalLine = (max: number) => z.string().check(z.overwrite(cleanLine), atMost(max))

export const requiredLine = (max: number, missing: string) =>
  z.string().check(z.overwrite(cleanLine), z.minLength(1, missing), atMost(max))

/** Several lines; empty: none. */
export const optionalText = (max: number) =>
  z.string().check(
    z.overwrite((text) => cleanText(text).trim()),
    atMost(max),
  )

export const requiredText = (max: number, missing: string) => optionalText(max).check(z.minLength(1, missing))

const normalised = (address: string) => (isWebAddress(address) ? new URL(address).href : address)

/** A public web address of up to 500 characters, completed and normalised; empty: none. */
export const optionalUrl = z.string().check(
  z.overwrite((text) => normalised(completedAddress(cleanLine(text)))),
  z.refine((url) => url === '' || isWebAddress(url), noWebAddress),
  atMost(500),
)

/** `#RRGGBB`, as typed with or without the hash. */
export const hexColor = z.string().check(
  z.overwrite((text) => `#${text.trim().replace(/^#/, '').toLowerCase()}`),
  z.regex(/^#[0-9a-f]{6}$/, 'Eine Farbe sieht so aus: #f43f12.'),
)

/** A day `YYYY-MM-DD`; empty: none. */
export const optionalDay = z
  .string()
  .check(z.refine((text) => text === '' || z.iso.date().safeParse(text).success, 'Dieses Datum gibt es nicht.'))
