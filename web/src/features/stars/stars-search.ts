import { searchQueryMax } from '@hot/domain/search-limits'
import * as z from 'zod/mini'
import type { StarsFilter } from './stars-queries.ts'

/** The router reads `?q=24` as a number. */
const term = z.pipe(
  z.union([z.string(), z.number(), z.boolean()]),
  z.transform((given) => String(given).replace(/\s+/g, ' ').trim()),
)

const schema = z.object({
  q: z.catch(z.optional(z.pipe(term, z.string().check(z.minLength(1), z.maxLength(searchQueryMax)))), undefined),
  /** HoT is the default and has no address of its own. */
  sortierung: z.catch(z.optional(z.enum(['name', 'neu'])), undefined),
  buchstabe: z.catch(z.optional(z.string().check(z.regex(/^[A-Z#]$/))), undefined),
  /** Cursor of a later page, for readers without JavaScript. */
  nach: z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(500))), undefined),
})

export type StarsSearch = z.infer<typeof schema>

/** What is in the address, or the default where it makes no sense. */
export const starsSearch = (given: Record<string, unknown>): StarsSearch => schema.parse(given)

/** The list an address asks for. */
export const starsFilter = ({ q, sortierung, buchstabe, nach }: StarsSearch): StarsFilter => ({
  sort: sortierung ?? 'hot',
  letter: buchstabe,
  query: q,
  after: nach,
})
