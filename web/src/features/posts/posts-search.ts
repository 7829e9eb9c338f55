import type { PostType } from '@hot/domain/wire/post'
import * as z from 'zod/mini'
import type { PostsFilter } from './posts-queries.ts'

const schema = z.object({
  /** Neu is the default and has no address of its own. */
  sortierung: z.catch(z.optional(z.enum(['heiss', 'top'])), undefined),
  /** Only for Top; seven days are the default. */
  zeitraum: z.catch(z.optional(z.enum(['30', 'gesamt'])), undefined),
  tag: z.catch(z.optional(z.uuid()), undefined),
  /** Cursor of a later page, for readers without JavaScript. */
  nach: z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(500))), undefined),
})

export type PostsSearch = z.infer<typeof schema>

/** The router reads `zeitraum=30` as a number. */
const asText = (given: unknown) => (typeof given === 'number' ? String(given) : given)

/** What is in the address, or the default where it makes no sense. */
export const postsSearch = (given: Record<string, unknown>): PostsSearch =>
  schema.parse({ ...given, zeitraum: asText(given.zeitraum) })

/** The list an address asks for. */
export const postsFilter = (search: PostsSearch, type?: PostType): PostsFilter => ({
  type,
  sort: search.sortierung ?? 'neu',
  window: search.zeitraum ?? '7',
  tag: search.tag,
  after: search.nach,
})

const postSchema = z.object({ kommentare: z.catch(z.optional(z.enum(['neu'])), undefined) })

/** Order of the comments on a post's page; best first unless the address says otherwise. */
export const postSearch = (given: Record<string, unknown>) => postSchema.parse(given)
