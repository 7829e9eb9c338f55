import * as z from 'zod/mini'

const termLimit = 80
const filterLimit = 60

/** The router reads `?q=24` as a number. */
const term = z.pipe(
  z.union([z.string(), z.number(), z.boolean()]),
  z.transform((given) => String(given).trim()),
)
const optionalTerm = (limit: number) =>
  z.catch(z.optional(z.pipe(term, z.string().check(z.minLength(1), z.maxLength(limit)))), undefined)

const schema = z.object({
  q: optionalTerm(termLimit),
  /** Slug of a broadcaster's name. */
  sender: optionalTerm(filterLimit),
  /** Slug of a streaming provider's name. */
  anbieter: optionalTerm(filterLimit),
})

export type FormatsSearch = z.infer<typeof schema>

/** What is in the address, or nothing where it makes no sense. */
export const formatsSearch = (given: Record<string, unknown>): FormatsSearch => schema.parse(given)
