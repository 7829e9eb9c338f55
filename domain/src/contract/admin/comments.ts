import { z } from 'zod'
import { postStatus } from '../account/content.ts'
import { count, cursor, id, instant } from '../parts.ts'
import { postPath } from '../post.ts'
import { caseAuthor } from './reports.ts'

const teamComment = z.strictObject({
  id,
  text: z.string(),
  at: instant,
  /** null: the account was deleted. */
  author: caseAuthor.nullable(),
  /** When the author's account was made. */
  joined_at: instant.nullable(),
  is_own: z.boolean(),
  post: postPath.extend({ id, title: z.string(), status: postStatus }),
  /** Open ones. */
  reports: count,
})
export type TeamComment = z.infer<typeof teamComment>

/**
 * `admin_comments_page(p_query, p_author, p_kind links|new|reported, p_days, p_after, p_limit)`, for staff: comments of up
 * to 30 days that stand, latest first.
 */
export const teamCommentsPage = z.strictObject({
  items: z.array(teamComment),
  next: cursor,
  /** On the first page: the latest 1,000 of all that match, without one's own; else null. */
  ids: z.array(z.strictObject({ id, author: id.nullable() })).nullable(),
})
export type TeamCommentsPage = z.infer<typeof teamCommentsPage>

/** `admin_remove_comments(p_ids, p_reason, p_rule)`, up to 200. `skipped`: gone meanwhile, one's own, or taken by a colleague. */
export const removedComments = z.strictObject({ removed: count, skipped: count })
export type RemovedComments = z.infer<typeof removedComments>
