import { z } from 'zod'
import { adminPostKinds, decisionOutcomes, restoreOutcomes } from '../../post/moderation.ts'
import { rumorSubjects, sensitiveSubjects } from '../../post/sensitive-subjects.ts'
import { postStatus } from '../account/content.ts'
import { count, cursor, id, instant } from '../parts.ts'
import { postStatement, postTag, postText, postType, rumorStatus } from '../post.ts'

/** Kinds of posts as the admin list names them. */
export const adminPostKind = z.enum(adminPostKinds)

/** A post in the admin list, with what a decision needs. */
export const adminPost = z.strictObject({
  id,
  title: z.string(),
  type: adminPostKind,
  author_id: id.nullable(),
  /** 'Unbekannt' when the account was deleted. */
  author_name: z.string(),
  /** First 180 characters. */
  content_excerpt: z.string(),
  content_full: z.string(),
  status: postStatus,
  tags: z.array(id),
  slug: z.string(),
  created_at: instant,
  /** Sent back with a decision, to detect that the post was edited since. */
  updated_at: instant,
  last_activity_at: instant,
  moderated_by: id.nullable(),
  moderated_at: instant.nullable(),
  moderator_name: z.string().nullable(),
  rejection_reason: z.string().nullable(),
  votes: z.strictObject({ total: count, agree: count, disagree: count }),
  poll_options: z.array(z.strictObject({ id, text: z.string(), position: z.int() })),
  poll_votes: z.array(z.strictObject({ option_id: id, votes: count })),
  reactions: z.strictObject({ heart: count, poop: count }),
  author_slug: z.string().nullable(),
  /** Of the author's latest 100 posts; warnings of the last 90 days. */
  author_record: z.strictObject({ posts: count, approved: count, rejected: count, warnings: count }).nullable(),
  /** The stars and formats of `tags` that are active. */
  tag_refs: z.array(postTag),
  comments: count,
  edited_at: instant.nullable(),
  staff_edited_at: instant.nullable(),
  poll_ends_at: instant.nullable(),
  /** What a rumor is about, as its author says; null when nobody asked. */
  subject: z.enum(rumorSubjects).nullable(),
  statement: postStatement,
  /** A star said it themselves: changing or removing it takes a reason. */
  statement_by_star: z.boolean(),
  rumor: z
    .strictObject({
      status: rumorStatus,
      source_url: z.string().nullable(),
      verification_reason: z.string().nullable(),
      verification_source: z.string().nullable(),
      updated_at: instant,
    })
    .nullable(),
  /**
   * What is asked about a published post. `revision`: its author wants it to be like `after`; `recheck`: `before` was
   * `decided`, then its text changed.
   */
  change: z
    .strictObject({
      kind: z.enum(['revision', 'recheck']),
      at: instant,
      decided: rumorStatus.nullable(),
      before: postText,
      after: postText,
    })
    .nullable(),
  /** The sensitive subjects that its author names, or to which its text or the change that waits points. */
  sensitive: z.array(z.enum(sensitiveSubjects)),
  /** A rumor about a star that names no source: publishing it takes reasons. */
  unsourced: z.boolean(),
  /** What staff answered when they published it without a source. */
  published_because: z.strictObject({ text: z.string(), at: instant, by: z.string().nullable() }).nullable(),
  /** Names of the rules that held or reported it. */
  rules: z.array(z.string()),
  open_reports: count,
})
export type AdminPost = z.infer<typeof adminPost>

/**
 * `admin_posts_page(p_status, p_type, p_query, p_after, p_limit)`: what waits (posts, changes, rumors to check again)
 * oldest first, others latest first.
 * `p_query`: words of title and text, or `@nickname`.
 */
export const adminPostsPage = z.strictObject({ items: z.array(adminPost), next: cursor })
export type AdminPostsPage = z.infer<typeof adminPostsPage>

/** `admin_post_figures()`: posts are counted up to 1,000. */
export const adminPostFigures = z.strictObject({
  waiting: count,
  oldest: instant.nullable(),
  done_today: count,
  recent: z.array(
    z.strictObject({
      id,
      post_id: id.nullable(),
      title: z.string(),
      action: z.enum(['approved', 'rejected', 'deleted', 'edited', 'restored']),
      reason: z.string(),
      created_at: instant,
      moderator_name: z.string().nullable(),
    }),
  ),
})
export type AdminPostFigures = z.infer<typeof adminPostFigures>

/**
 * Result for one post. Nothing was changed unless it is `done`. `decided`: `by` decided before; `changed`: the post was
 * edited since it was loaded; `own`: staff may not decide about their own posts; `sensitive`: it is only approved alone,
 * after a question; `unsourced`: alone, and with a reason.
 */
export const postOutcome = z.strictObject({
  id,
  outcome: z.enum(decisionOutcomes),
  by: z.string().nullable(),
})
export type PostOutcome = z.infer<typeof postOutcome>

/**
 * `admin_decide_posts(p_ids, p_seen, p_decision approve|reject|delete, p_reason, p_sensitive_seen)`: up to 50 posts; `p_seen`: their
 * `updated_at`. `admin_set_rumor_status(p_id, p_seen, p_status, p_reason, p_source)` (`p_seen`: the rumor's) and
 * `admin_edit_post(p_id, p_seen, p_title, p_content, p_tags, p_reason, p_drop_source, p_drop_address, p_rule)` answer one outcome, as does
 * `admin_set_statement(p_id, p_seen, p_speaker, p_text, p_reason, p_rule)` (`p_seen`: the statement's `at`; no text: removed). Hints:
 * `reason_required`, `speaker_length`, `statement_length`, `unknown_action`, `invalid_request`, `not_a_rumor`, and those
 * of posts (`title_length` …).
 */
export const postOutcomes = z.array(postOutcome)
export type PostOutcomes = z.infer<typeof postOutcomes>

const archivedPost = z.strictObject({
  id,
  post_id: id,
  title: z.string(),
  type: postType,
  slug: z.string(),
  status: postStatus,
  created_at: instant,
  content: z.string(),
  author_name: z.string(),
  comments: count,
  votes: count,
  reactions: count,
  reason: z.string(),
  /** Whether its author deleted it. */
  by_author: z.boolean(),
  archived_by_name: z.string().nullable(),
  archived_at: instant,
  restored_at: instant.nullable(),
  restored_by_name: z.string().nullable(),
  restorable_until: instant,
  /** `present`: the post exists: it was not deleted after all, or another copy was restored. */
  state: z.enum(['restorable', 'restored', 'present', 'expired']),
})
export type ArchivedPost = z.infer<typeof archivedPost>

/** `admin_archive_page(p_state, p_query, p_after, p_limit)`: latest first. */
export const adminArchivePage = z.strictObject({ items: z.array(archivedPost), next: cursor })
export type AdminArchivePage = z.infer<typeof adminArchivePage>

export const binKinds = ['format', 'season', 'star', 'merge', 'event', 'news', 'import'] as const
export type BinKind = (typeof binKinds)[number]

const binned = z.strictObject({
  id,
  kind: z.enum(binKinds),
  name: z.string(),
  /** What went along. */
  counts: z.partialRecord(
    z.enum(['formats', 'seasons', 'stars', 'participants', 'events', 'votes', 'fans', 'posts']),
    count,
  ),
  removed_at: instant,
  removed_by_name: z.string().nullable(),
  restorable_until: instant,
  /** Of a merge: the former address of the star that is gone. */
  slug: z.string().nullable(),
  /** Of a merge: the star that stayed; null while it is gone itself. */
  merged_into: z.strictObject({ id, name: z.string(), slug: z.string() }).nullable(),
})
export type Binned = z.infer<typeof binned>

/**
 * `admin_bin_page(p_kind, p_query, p_after, p_limit)`: latest first. `admin_restore_from_bin(p_id)`, admins only, answers
 * `{kind, name}`, null if it is not there any more; hints `parent_gone`, `address_taken`.
 */
export const binPage = z.strictObject({ items: z.array(binned), next: cursor })
export type BinPage = z.infer<typeof binPage>

/** `admin_restore_post(p_archive_id, p_reason)`, admins only: `done`, or why the post was not restored. */
export const restoreOutcome = z.strictObject({
  id,
  outcome: z.enum(restoreOutcomes),
  by: z.string().nullable(),
})
export type RestoreOutcome = z.infer<typeof restoreOutcome>
