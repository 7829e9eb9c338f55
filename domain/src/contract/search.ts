import { z } from 'zod'
import { calendarEvent } from './event.ts'
import { formatRef, seasonCard } from './format.ts'
import { newsItem } from './news.ts'
import { count, cursor, id, instant, memberRef } from './parts.ts'
import { postType } from './post.ts'
import { starCard, starRef } from './star.ts'

export const postHit = z.strictObject({ id, type: postType, title: z.string(), slug: z.string(), created_at: instant })

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

/** One kind of results: `total` over all pages, up to the number of rows that the search looks at. */
const found = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), total: count, next: cursor })

const foundNews = newsItem.omit({ image_url: true, image_alt: true })
const foundPost = postHit.extend({ comments: count })
const foundSeason = seasonCard.extend({ format: formatRef })

/** `search_page(p_query, p_kind, p_after, p_limit)`: the first results of every kind, or one kind from a cursor on. */
export const searchPage = z.strictObject({
  stars: found(starCard),
  formats: found(formatRef),
  seasons: found(foundSeason),
  posts: found(foundPost),
  members: found(memberRef),
  news: found(foundNews),
  /** Coming broadcasts. */
  dates: found(calendarEvent),
  /** No star and no format has every word; those here have similar names. */
  near: z.boolean(),
})
export type SearchPage = z.infer<typeof searchPage>
