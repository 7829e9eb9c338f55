import { z } from 'zod'
import { pictureLicenses } from '../../picture/credit.ts'
import { newsDiscussion } from '../news.ts'
import { cursor, id, instant } from '../parts.ts'
import { postTag } from '../post.ts'

const newsState = z.enum(['draft', 'scheduled', 'online'])
export type NewsState = z.infer<typeof newsState>

const newsRow = z.strictObject({
  id,
  slug: z.string(),
  title: z.string(),
  excerpt: z.string().nullable(),
  image_url: z.string().nullable(),
  url: z.string().nullable(),
  /** When it becomes public; null: a draft. */
  published_at: instant.nullable(),
  state: newsState,
  /** Sent back as `p_seen`, to detect concurrent edits. */
  updated_at: instant,
})

/** `admin_news_page(p_state, p_query, p_after, p_limit)`: drafts, then scheduled, then published ones, latest first. */
export const adminNewsPage = z.strictObject({
  items: z.array(newsRow.extend({ author: z.string().nullable(), tags: z.array(id), discussion: newsDiscussion })),
  next: cursor,
})
export type AdminNewsPage = z.infer<typeof adminNewsPage>
export type AdminNewsRow = AdminNewsPage['items'][number]

const newsVersion = z.strictObject({
  title: z.string(),
  excerpt: z.string().nullable(),
  body: z.string(),
  replaced_at: instant,
  replaced_by: z.string().nullable(),
})

/** `admin_news_item(p_id)`: an item to edit, or null. */
export const adminNewsItem = newsRow.extend({
  body: z.string(),
  image_alt: z.string().nullable(),
  image_credit: z.string().nullable(),
  image_source: z.string().nullable(),
  image_license: z.enum(pictureLicenses).nullable(),
  /** Active stars and formats. */
  tag_refs: z.array(postTag),
  /** Texts before a change, latest first, 30 at most. */
  versions: z.array(newsVersion),
})
export type AdminNewsItem = z.infer<typeof adminNewsItem>

/** Answer of `admin_save_news(…)`. */
export const savedNews = z.strictObject({ id, updated_at: instant, state: newsState })
export type SavedNews = z.infer<typeof savedNews>
