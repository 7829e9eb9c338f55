import { z } from 'zod'
import { count, cursor, id, instant } from './parts.ts'
import { postCard, postTag, postType } from './post.ts'
import { starCard } from './star.ts'

/** `profile_page(p_slug)`: a member by the current slug, or a former one (`slug` is the current one), or null. */
export const profilePage = z.strictObject({
  id,
  slug: z.string(),
  nickname: z.string(),
  avatar_url: z.string().nullable(),
  bio: z.string().nullable(),
  karma: z.int(),
  /** Rank among all members by karma, 1 = most; null beyond 1,000. */
  karma_rank: z.int().nullable(),
  /** Votes on rumors that were right, of those that are decided; null: fewer than ten, or hidden. */
  hit_rate: z.strictObject({ hits: count, decided: count }).nullable(),
  joined: instant,
  posts: count,
  comments: count,
  fan_of: count,
  /** Up to eight stars and formats that most of their latest 100 posts are about. */
  topics: z.array(postTag),
  /** Whether search engines may list it: the member allows it, is not banned and has written something public. */
  listed: z.boolean(),
})
export type ProfilePage = z.infer<typeof profilePage>

/** `profile_posts(p_profile_id, p_after, p_limit)`: approved posts, newest first. */
export const profilePosts = z.strictObject({ items: z.array(postCard), next: cursor })
export type ProfilePosts = z.infer<typeof profilePosts>

const profileComment = z.strictObject({
  id,
  content: z.string(),
  created_at: instant,
  hearts: count,
  poops: count,
  post: z.strictObject({
    id,
    type: postType,
    title: z.string(),
    slug: z.string(),
    created_at: instant,
  }),
})
export type ProfileComment = z.infer<typeof profileComment>
/** `profile_comments(p_profile_id, p_after, p_limit)`: undeleted comments on approved posts, newest first. */
export const profileComments = z.strictObject({ items: z.array(profileComment), next: cursor })
export type ProfileComments = z.infer<typeof profileComments>

/** `profile_fan_of(p_profile_id, p_after, p_limit)`: stars that the member is a fan of, latest first. */
export const profileFanOf = z.strictObject({ items: z.array(starCard), next: cursor })
export type ProfileFanOf = z.infer<typeof profileFanOf>
