import type { StarSort } from '@hot/domain/wire/star'
import * as z from 'zod/mini'

/** Longest search term that is asked for; nobody has a longer name. */
export const searchTermLimit = 80

/** The router reads `?q=24` as a number. */
const term = z.pipe(
  z.union([z.string(), z.number(), z.boolean()]),
  z.transform((given) => String(given).replace(/\s+/g, ' ').trim()),
)

const schema = z.object({
  q: z.catch(z.optional(z.pipe(term, z.string().check(z.minLength(1), z.maxLength(searchTermLimit)))), undefined),
  /** HoT is the default and has no address of its own. */
  sortierung: z.catch(z.optional(z.enum(['name', 'neu'])), undefined),
  buchstabe: z.catch(z.optional(z.string().check(z.regex(/^[A-Z#]$/))), undefined),
  /** Cursor of a later page, for readers without JavaScript. */
  nach: z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(500))), undefined),
})

export type StarsSearch = z.infer<typeof schema>

/** What is in the address, or the default where it makes no sense. */
export const starsSearch = (given: Record<string, unknown>): StarsSearch => schema.parse(given)

export const sortOf = (search: StarsSearch): StarSort => search.sortierung ?? 'hot'
