import { z } from 'zod'
import { day, id, instant, timeOfDay } from './parts.ts'
import { postStatement, postType, rumorStatus } from './post.ts'

/** An event in the iCalendar feeds. `event_date` and `event_time` are the wall clock in Europe/Berlin. */
const feedEvent = z.strictObject({
  id,
  title: z.string(),
  event_date: day,
  event_time: timeOfDay,
  duration_minutes: z.int().nullable(),
  channel: z.string().nullable(),
  streaming_platform: z.string().nullable(),
  description: z.string().nullable(),
  event_type: z.string(),
  format_name: z.string().nullable(),
  format_slug: z.string().nullable(),
  season_number: z.int().nullable(),
  episode_number: z.int().nullable(),
  is_cancelled: z.boolean(),
  change_note: z.string().nullable(),
  /** SEQUENCE of RFC 5545. */
  sequence: z.int(),
  updated_at: instant,
})
export type FeedEvent = z.infer<typeof feedEvent>

/**
 * `calendar_feed(p_format)`: at most 1,000 events from 30 days ago to 365 days ahead, by date, then time. With the
 * current or a former slug of an active format only its events; null when there is no such format.
 */
export const calendarFeed = z.array(feedEvent).nullable()

/** An approved post in the RSS feed. Its URL consists of type, `created_at` (day in Berlin) and slug. */
const feedPost = z.strictObject({
  id,
  type: postType,
  title: z.string(),
  slug: z.string(),
  /** First 180 characters of the content. */
  excerpt: z.string(),
  created_at: instant,
  /** Nickname; null: the account was deleted ('Unbekannt'). */
  author: z.string().nullable(),
  statement: postStatement,
  rumor: z.strictObject({ status: rumorStatus }).nullable(),
})
export type FeedPost = z.infer<typeof feedPost>

/** `posts_feed(p_type)`: the 50 latest approved posts, of one type or all, newest first, without debunked rumors. */
export const postsFeed = z.array(feedPost)

/** Kinds of pages in the sitemap, which are read one after the other. */
export const sitemapKind = z.enum(['star', 'format', 'season', 'post', 'member', 'news'])
export type SitemapKind = z.infer<typeof sitemapKind>

const sitemapEntry = z.strictObject({
  /** Canonical path with a leading slash, such as `/formate/x/staffel/staffel-7`. */
  path: z.string().startsWith('/'),
  /** When what the page says was last changed; null: it changes with other things, often daily. */
  lastmod: instant.nullable(),
})
export type SitemapEntry = z.infer<typeof sitemapEntry>

/** `sitemap_entries(p_kind, p_after, p_limit)`: public pages of one kind by id; `p_limit` at most 5,000. */
export const sitemapEntries = z.strictObject({
  items: z.array(sitemapEntry),
  next: z.string().nullable(),
})
export type SitemapEntries = z.infer<typeof sitemapEntries>
