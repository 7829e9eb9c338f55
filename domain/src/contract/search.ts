import { z } from 'zod'
import { formatRef } from './format.ts'
import { id, instant } from './parts.ts'
import { postType } from './post.ts'
import { starRef } from './star.ts'

const postHit = z.strictObject({ id, type: postType, title: z.string(), slug: z.string(), created_at: instant })

/** `search_all(p_query, p_limit)`: up to `p_limit` of each source. The client adds charts, which are not in SQL. */
export const searchAnswer = z.strictObject({
  stars: z.array(starRef),
  formats: z.array(formatRef),
  posts: z.array(postHit),
})
export type SearchAnswer = z.infer<typeof searchAnswer>

/** `popular_content()`: up to three stars and two posts of the last seven days; the client adds charts. */
export const popularContent = z.strictObject({ stars: z.array(starRef), posts: z.array(postHit) })
export type PopularContent = z.infer<typeof popularContent>
