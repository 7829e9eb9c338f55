import { z } from 'zod'
import { pictureLicenses } from '../picture/credit.ts'
import { count, cursor, id, instant } from './parts.ts'
import { postTag, postType } from './post.ts'

/** The public discussion in Trashtalk to which an article leads; null: none. */
export const newsDiscussion = z
  .strictObject({ id, type: postType, slug: z.string(), created_at: instant, comments: count })
  .nullable()

/** A piece of news in a list. */
export const newsItem = z.strictObject({
  id,
  slug: z.string(),
  title: z.string(),
  excerpt: z.string().nullable(),
  /** Without a text of its own it may only lead to `url`. */
  has_text: z.boolean(),
  image_url: z.string().nullable(),
  image_alt: z.string().nullable(),
  /** The source. */
  url: z.string().nullable(),
  published_at: instant,
})
export type NewsItem = z.infer<typeof newsItem>

/** `news_page(p_after, p_limit)`: published news, latest first. */
export const newsPage = z.strictObject({ items: z.array(newsItem), next: cursor })
export type NewsPage = z.infer<typeof newsPage>

/** `news_article(p_slug)`: a published piece of news; null when there is none. */
export const newsArticle = newsItem
  .extend({
    body: z.string(),
    image_credit: z.string().nullable(),
    image_source: z.string().nullable(),
    image_license: z.enum(pictureLicenses).nullable(),
    updated_at: instant,
    tags: z.array(postTag),
    discussion: newsDiscussion,
    /** The three latest others. */
    more: z.array(newsItem),
  })
  .nullable()
export type NewsArticle = NonNullable<z.infer<typeof newsArticle>>
