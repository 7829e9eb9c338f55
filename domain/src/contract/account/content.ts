import { z } from 'zod'
import { count, cursor, id, instant } from '../parts.ts'
import { postsPage, postType } from '../post.ts'
import { starCard } from '../star.ts'

/** Lists of the caller. `p_after`: a cursor; `p_limit`: 24 by default, 100 at most. */

/** `account_stars(p_after, p_limit)`: stars that the caller is a fan of, latest first. */
export const accountStars = z.strictObject({
  items: z.array(starCard.extend({ fan_since: instant })),
  next: cursor,
})
export type AccountStars = z.infer<typeof accountStars>

/** `account_saved(p_after, p_limit)`: approved posts that the caller has saved, latest saved first. */
export const accountSaved = postsPage
export type AccountSaved = z.infer<typeof accountSaved>

export const postStatus = z.enum(['pending', 'approved', 'rejected'])
export type PostStatus = z.infer<typeof postStatus>

/** A decision that its subject can appeal; `appeal`: the status of theirs. */
const appealable = z.strictObject({ id, appeal: z.enum(['pending', 'upheld', 'overturned']).nullable() })

/** A change of an approved post that waits, or that was rejected; the post is as before. */
export const postRevision = z.strictObject({
  status: z.enum(['pending', 'rejected']),
  reason: z.string().nullable(),
  submitted_at: instant,
  decision: appealable.nullable(),
})
export type PostRevision = z.infer<typeof postRevision>

export const ownPost = z.strictObject({
  id,
  type: postType,
  title: z.string(),
  slug: z.string(),
  /** First 180 characters of the content. */
  excerpt: z.string(),
  status: postStatus,
  /** Rejected posts only. */
  rejection_reason: z.string().nullable(),
  decision: appealable.nullable(),
  revision: postRevision.nullable(),
  created_at: instant,
  hearts: count,
  poops: count,
  comments: count,
  votes: count,
})
export type OwnPost = z.infer<typeof ownPost>
/** `own_posts(p_after, p_limit)`: posts of every status, newest first. */
export const ownPosts = z.strictObject({ items: z.array(ownPost), next: cursor })
export type OwnPosts = z.infer<typeof ownPosts>

const ownComment = z.strictObject({
  id,
  content: z.string(),
  created_at: instant,
  edited_at: instant.nullable(),
  hearts: count,
  poops: count,
  /** null: the post is no longer visible. */
  post: z.strictObject({ id, type: postType, title: z.string(), slug: z.string(), created_at: instant }).nullable(),
})
export type OwnComment = z.infer<typeof ownComment>
/** `own_comments(p_after, p_limit)`: comments without deleted ones, newest first. */
export const ownComments = z.strictObject({ items: z.array(ownComment), next: cursor })
export type OwnComments = z.infer<typeof ownComments>
