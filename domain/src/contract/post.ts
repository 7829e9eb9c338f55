import { z } from 'zod'
import { postTypes, rumorStatuses } from '../post/kinds.ts'
import { stickerKinds } from '../post/stickers.ts'
import { formatRef } from './format.ts'
import { count, cursor, id, instant, memberRef } from './parts.ts'
import { starRef } from './star.ts'

export const postType = z.enum(postTypes)
export const rumorStatus = z.enum(rumorStatuses)

export const pollOption = z.strictObject({ id, text: z.string(), position: z.int(), votes: count })
export type PollOption = z.infer<typeof pollOption>

/** An approved post in lists. Its URL consists of type, `created_at` (day in Berlin) and slug. */
export const postCard = z.strictObject({
  id,
  type: postType,
  title: z.string(),
  slug: z.string(),
  /** First 180 characters of the content. */
  excerpt: z.string(),
  created_at: instant,
  last_activity_at: instant,
  /** null: the account was deleted ('Unbekannt'). */
  author: memberRef.nullable(),
  hearts: count,
  poops: count,
  comments: count,
  /** Rumor or poll votes; 0 for discussions. */
  votes: count,
  /** Somebody it is about has answered. */
  has_statement: z.boolean(),
  rumor: z.strictObject({ status: rumorStatus, agree: count, disagree: count }).nullable(),
  poll: z.strictObject({ ends_at: instant.nullable(), options: z.array(pollOption) }).nullable(),
})
export type PostCard = z.infer<typeof postCard>

/** Members mentioned in a text: lower-case nickname → slug at the time of writing; null: none. */
export const mentions = z.record(z.string(), z.string()).nullable()
export type Mentions = z.infer<typeof mentions>

const postSort = z.enum(['new', 'active', 'hot', 'top'])
export type PostSort = z.infer<typeof postSort>
const topWindow = z.enum(['7', '30', 'all'])
export type TopWindow = z.infer<typeof topWindow>

/** `posts_page(p_type, p_sort, p_window, p_tag, p_after, p_limit)`: approved posts; `p_type` null: of all types. */
export const postsPage = z.strictObject({ items: z.array(postCard), next: cursor })
export type PostsPage = z.infer<typeof postsPage>

/** `trashtalk_page()`: the hottest posts of all types, and the latest of each type that are not among them. */
export const trashtalkPage = z.strictObject({
  hot: z.array(postCard),
  rumors: z.array(postCard),
  polls: z.array(postCard),
  discussions: z.array(postCard),
})
export type TrashtalkPage = z.infer<typeof trashtalkPage>

export const postTag = z.union([
  z.strictObject({ kind: z.literal('star'), star: starRef }),
  z.strictObject({ kind: z.literal('format'), format: formatRef }),
])
export type PostTag = z.infer<typeof postTag>

/**
 * `posts_aside(p_tag)`: beside lists of posts. `topic`: the active star or format with this id. `topics`: those with the
 * most posts that were active in the last seven days. `comments`: the three latest.
 */
export const postsAside = z.strictObject({
  topic: postTag.nullable(),
  topics: z.array(z.strictObject({ tag: postTag, posts: count })),
  comments: z.array(
    z.strictObject({
      id,
      /** First 180 characters of the content. */
      excerpt: z.string(),
      created_at: instant,
      author: memberRef.nullable(),
      post: z.strictObject({ id, type: postType, title: z.string(), slug: z.string(), created_at: instant }),
    }),
  ),
})
export type PostsAside = z.infer<typeof postsAside>

/** What somebody a post is about says, published by the team. `at`: since when. */
export const postStatement = z.strictObject({ speaker: z.string(), text: z.string(), at: instant }).nullable()
export type PostStatement = z.infer<typeof postStatement>

/**
 * `post_page(p_type, p_day, p_slug)`: an approved post by its dated URL, or null. `-{id}` may follow the slug, which may be
 * a former one. `post_address_gone(p_day, p_slug)`: whether the address was taken down for good.
 */
export const postPage = postCard.extend({
  content: z.string(),
  updated_at: instant,
  /** When the published text was last changed; null: never. */
  edited_at: instant.nullable(),
  /** When the team last edited the text; null: never, or its author has edited it since. */
  staff_edited_at: instant.nullable(),
  /** Whether its author belongs to the team. */
  is_team: z.boolean(),
  mentions,
  /** How often each sticker is on it, without those that are not. */
  stickers: z.partialRecord(z.enum(stickerKinds), count),
  /** Headlines behind its first link and its source, where there is one. */
  previews: z.array(z.strictObject({ url: z.string(), title: z.string(), site: z.string() })),
  statement: postStatement,
  tags: z.array(postTag),
  rumor_details: z
    .strictObject({
      source_url: z.string().nullable(),
      reason: z.string().nullable(),
      verification_source: z.string().nullable(),
      /** Since when the team checks again, because the text changed after its decision; null: it does not. */
      recheck_at: instant.nullable(),
      updated_at: instant,
    })
    .nullable(),
})
export type PostPage = z.infer<typeof postPage>

/**
 * `post_live(p_id)`: what changes on the open page of an approved post, and its 20 latest comments, latest first; or
 * null.
 */
export const postLive = z
  .strictObject({
    post: postCard,
    updated_at: instant,
    comments: z.array(z.strictObject({ id, created_at: instant })),
  })
  .nullable()
export type PostLive = z.infer<typeof postLive>

/** `post_path(p_id)`: the parts of the dated URL of an approved post, or null. */
export const postPath = z.strictObject({ id, type: postType, slug: z.string(), created_at: instant })
export type PostPath = z.infer<typeof postPath>

/** One version of what the author of a post wrote. */
export const postText = z.strictObject({
  title: z.string(),
  content: z.string(),
  tags: z.array(postTag),
  /** Rumors only. */
  source_url: z.string().nullable(),
  /** Empty unless the post is a poll. */
  options: z.array(z.string()),
  poll_ends_at: instant.nullable(),
})
export type PostText = z.infer<typeof postText>

export const comment = z.strictObject({
  id,
  parent_id: id.nullable(),
  /** Empty when the comment was deleted. */
  content: z.string(),
  mentions,
  is_deleted: z.boolean(),
  edited_at: instant.nullable(),
  created_at: instant,
  author: memberRef.nullable(),
  is_author: z.boolean(),
  is_team: z.boolean(),
  hearts: count,
  poops: count,
})
export type Comment = z.infer<typeof comment>

/** A top-level comment with some of its replies, oldest first. */
export const thread = comment.extend({
  replies: z.array(comment),
  /** Of all replies, deleted ones included; 1,000 at most. */
  reply_count: count,
  /** The reply before which, and the one after which, there are replies that were not delivered; null: none. */
  earlier: id.nullable(),
  later: id.nullable(),
})
export type Thread = z.infer<typeof thread>

/**
 * `comments_page(p_post_id, p_sort best|new, p_after, p_limit)`: top-level comments of a post, each with its first
 * replies.
 */
export const commentsPage = z.strictObject({
  items: z.array(thread),
  next: cursor,
  /** Comments of the post, replies included, without deleted ones. */
  total: count,
  /** When the database answered. */
  at: instant,
})
export type CommentsPage = z.infer<typeof commentsPage>
