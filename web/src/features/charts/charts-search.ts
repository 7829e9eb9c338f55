import * as z from 'zod/mini'
import { formatSortings } from './format-sorting.ts'
import { socialPlatforms } from './social-platforms.ts'

/** Cursor of a later page, for readers without JavaScript. */
const nach = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(500))), undefined)

const starSchema = z.object({ nach })
const socialSchema = z.object({
  /** Without it all platforms together. */
  plattform: z.catch(z.optional(z.enum(socialPlatforms.map(({ key }) => key))), undefined),
  nach,
})
/** 30 days are the default and have no address of their own. */
const memberSchema = z.object({ zeitraum: z.catch(z.optional(z.enum(['gesamt'])), undefined) })
const formatSchema = z.object({
  sortierung: z.catch(z.optional(z.enum(formatSortings.map(({ key }) => key))), undefined),
})

export type StarChartSearch = z.infer<typeof starSchema>
export type SocialChartSearch = z.infer<typeof socialSchema>
export type MemberChartSearch = z.infer<typeof memberSchema>
export type FormatChartSearch = z.infer<typeof formatSchema>

type Given = Record<string, unknown>

/** What is in the address, or the default where it makes no sense. */
export const starChartSearch = (given: Given): StarChartSearch => starSchema.parse(given)
export const socialChartSearch = (given: Given): SocialChartSearch => socialSchema.parse(given)
export const memberChartSearch = (given: Given): MemberChartSearch => memberSchema.parse(given)
export const formatChartSearch = (given: Given): FormatChartSearch => formatSchema.parse(given)
