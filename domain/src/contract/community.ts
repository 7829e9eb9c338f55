import { z } from 'zod'
import { rumorSubjects, sensitiveSubjects } from '../post/sensitive-subjects.ts'
import { stickerKinds } from '../post/stickers.ts'
import { accountNotification } from './account/account.ts'
import { ownPost, postRevision, postStatus } from './account/content.ts'
import { count, cursor, day, id, instant, memberRef, score } from './parts.ts'
import { comment, pollOption, postPath, postTag, postText, postType, rumorStatus, thread } from './post.ts'
import { starCard } from './star.ts'

/**
 * RPCs by which members write, and that answer their own data on a page. They act on the caller (guests get 42501),
 * unless they are marked `anon too`. Votes, reactions, fans and comments are written directly to tables, see the end.
 */

/**
 * `create_post(p_id, p_type, p_title, p_content, p_tags, p_source_url, p_options, p_poll_ends_at, p_subject)`: repeating
 * a `p_id` returns the existing post. `p_source_url` only of rumors (null or empty: none), `p_options` and
 * `p_poll_ends_at` only of polls (else null), `p_subject` only of rumors (`rumorSubjects`; null: not asked, as by older
 * apps). Text is sanitized as in `postSchema`.
 *
 * `update_post(p_id, p_title, p_content, p_tags, p_source_url, p_options, p_poll_ends_at, p_subject, p_seen)`: the whole new
 * state; `p_seen`: `{title, content, source_url, options}` as the editor was filled, hint `changed_meanwhile` if one of them is
 * another by now; `p_subject` null leaves it alone, `p_options` null the options (they can change only before the first vote, hint
 * `options_fixed`). The change of an approved post may have to wait (`revision`), while the post stays as it is.
 *
 * Errors by hint: `title_length`, `content_length`, `content_missing`, `too_many_tags`, `duplicate_tag`, `unknown_tag`
 * (23503), `source_url_invalid`, `unknown_subject`, `source_required`, `option_count`, `option_length`,
 * `duplicate_option`, `poll_end_past`, `poll_end_far`, `not_a_poll`, `not_a_rumor`, `unknown_type`, `options_fixed`, `question_fixed`, `poll_ended`,
 * `too_many_edits`, `changed_meanwhile`, `nickname_required` (23514); `banned`, `invite_required`, `account_gone`, `post_gone` (42501);
 * `id_taken` (23505); `rate_limited` (429).
 */
export const savedPost = z.strictObject({
  id,
  type: postType,
  slug: z.string(),
  created_at: instant,
  status: postStatus,
  /** The change of an approved post waits, or was rejected and is as it was. */
  revision: postRevision.shape.status.nullable(),
})
export type SavedPost = z.infer<typeof savedPost>

/** `restore_own_post(p_id)`: false when the caller has deleted no such post within the last hour. */
export const restoreOwnPostAnswer = z.boolean()
export type RestoreOwnPostAnswer = z.infer<typeof restoreOwnPostAnswer>

/** `delete_own_post(p_id)`: false when the caller has no such post, or has deleted it already. */
export const deleteOwnPostAnswer = z.boolean()
export type DeleteOwnPostAnswer = z.infer<typeof deleteOwnPostAnswer>

/**
 * `unpublished_post(p_type, p_day, p_slug)`: a post that guests do not see, for its author and staff, by its dated URL
 * or by its id as `p_slug`; null for everybody else. It may be published meanwhile.
 */
export const unpublishedPost = ownPost
  .pick({ id: true, type: true, slug: true, created_at: true, status: true, rejection_reason: true, decision: true })
  .extend({
    author: memberRef.nullable(),
    is_own: z.boolean(),
    text: postText,
    sensitive: z.array(z.enum(sensitiveSubjects)),
  })
  .nullable()
export type UnpublishedPost = z.infer<typeof unpublishedPost>

/**
 * `post_history(p_id)`: up to 100 earlier versions that everybody may read, latest first; for author and staff all of
 * them, each with who replaced it, and the change that waits. Null: no such post.
 */
export const postHistory = z
  .strictObject({
    current: postText,
    revision: postRevision.nullable(),
    revision_text: postText.nullable(),
    /** The version that the caller voted on or reacted to; null: the current one, or no choice. */
    version_of_choice: z.int().nullable(),
    versions: z.array(
      z.strictObject({
        id: z.int(),
        text: postText,
        /** What the team had said about this version of a rumor. */
        status: rumorStatus.nullable(),
        replaced_at: instant,
        by_team: z.boolean(),
        is_public: z.boolean(),
        /** For staff only. */
        editor: z.string().nullable(),
      }),
    ),
  })
  .nullable()
export type PostHistory = z.infer<typeof postHistory>

/**
 * `own_post(p_id text)`: one of the caller's posts in any status, for the editor; null when it is deleted or someone
 * else's. With the text of its change if one waits or was rejected.
 */
export const ownPostPage = ownPost
  .extend({
    content: z.string(),
    tags: z.array(postTag),
    /** Rumors only. */
    source_url: z.string().nullable(),
    /** Rumors only; null when nobody asked. */
    subject: z.enum(rumorSubjects).nullable(),
    /** Empty unless the post is a poll. */
    options: z.array(pollOption),
    poll_ends_at: instant.nullable(),
    /** True for a poll without votes. */
    may_edit_options: z.boolean(),
  })
  .nullable()
export type OwnPostPage = z.infer<typeof ownPostPage>

/** `tag_search(p_query)` (anon too): up to eight active stars and formats; none for an empty query. */
export const tagSearch = z.array(postTag)
export type TagSearch = z.infer<typeof tagSearch>

const reactionKind = z.enum(['heart', 'poop'])
export type ReactionKind = z.infer<typeof reactionKind>
const rumorVoteKind = z.enum(['agree', 'disagree'])

/** `viewer_posts(p_ids uuid[])`: the caller's votes and reactions and what is saved, one entry per id in their order; 100 ids at most. */
export const viewerPosts = z.array(
  z.strictObject({
    post_id: id,
    reaction: reactionKind.nullable(),
    rumor_vote: rumorVoteKind.nullable(),
    /** Id of the chosen option. */
    poll_option: id.nullable(),
    saved: z.boolean(),
    sticker: z.enum(stickerKinds).nullable(),
  }),
)
export type ViewerPosts = z.infer<typeof viewerPosts>

/**
 * `viewer_comments(p_post_id text)`: the caller's reactions to comments of one post, the 1,000 latest, and what others
 * wrote since the caller last read (`comment_reads`; nothing if never).
 */
export const viewerComments = z.strictObject({
  reactions: z.array(z.strictObject({ comment_id: id, reaction: reactionKind })),
  /** At most 1,000. */
  unread: count,
  first_unread: id.nullable(),
  newest: id.nullable(),
})
export type ViewerComments = z.infer<typeof viewerComments>

/**
 * `comment_thread(p_comment_id text)` (anon too): the thread that contains a comment, with the replies around it; or
 * null.
 */
export const commentThread = z.strictObject({ thread, post: postPath }).nullable()
export type CommentThread = z.infer<typeof commentThread>

/**
 * `comment_replies(p_comment_id text, p_after text, p_before text, p_limit)` (anon too): replies to a comment after or
 * before the reply with that id, oldest first; `more`: whether there are more on that side.
 */
export const commentReplies = z.strictObject({ items: z.array(comment), more: z.boolean() })
export type CommentReplies = z.infer<typeof commentReplies>

/**
 * `comment_news(p_post_id text, p_since timestamptz, p_shown uuid[])`: what an open page missed; null when the post is
 * no longer visible. `fresh`: undeleted comments after `p_since`, oldest first, the 1,000 latest; `own`: the caller's.
 * `shown`: the current state of up to 1,000 comments; `edit` null: not edited since.
 */
export const commentNews = z
  .strictObject({
    at: instant,
    total: count,
    fresh: z.array(z.strictObject({ id, parent_id: id.nullable(), own: z.boolean() })),
    shown: z.array(
      z.strictObject({
        id,
        hearts: count,
        poops: count,
        is_deleted: z.boolean(),
        edit: comment.pick({ content: true, mentions: true, edited_at: true }).nullable(),
      }),
    ),
  })
  .nullable()
export type CommentNews = z.infer<typeof commentNews>

/** `fresh_comments(p_post_id text, p_ids uuid[])`: up to 100 comments, replies inside their otherwise unloaded thread. */
export const freshComments = z.array(thread)
export type FreshComments = z.infer<typeof freshComments>

/**
 * `mention_suggestions(p_post_id text, p_query text)`: up to six members, participants of the thread first. `p_query`
 * is without `@`.
 */
export const mentionSuggestions = z.array(memberRef)
export type MentionSuggestions = z.infer<typeof mentionSuggestions>

/** A vote on a star's question, 1–5; null: none. */
const starVote = z.int().min(1).max(5).nullable()
const ownStarVotes = z.strictObject({ demand: starVote, realness: starVote, drama: starVote })
export type OwnStarVotes = z.infer<typeof ownStarVotes>

/** `voting_page(p_limit)`: active stars that the caller has not fully rated, best HoT score first, and how many are. */
export const votingPage = z.strictObject({
  rated: count,
  total: count,
  /** From when votes count that the caller gives now; null: at once. */
  weigh_from: instant.nullable(),
  stars: z.array(starCard.extend({ mine: ownStarVotes })),
})
export type VotingPage = z.infer<typeof votingPage>

/** `viewer_star(p_star_id text)`: the caller's votes on a star, and whether they are a fan. */
export const viewerStar = ownStarVotes.extend({ fan: z.boolean() })
export type ViewerStar = z.infer<typeof viewerStar>

/** `viewer_fans(p_ids uuid[])`: those of up to 100 stars that the caller is a fan of. */
export const viewerFans = z.array(id)
export type ViewerFans = z.infer<typeof viewerFans>

/**
 * `set_star_votes(p_star_id uuid, p_demand, p_realness, p_drama)`: null leaves a vote as it is, 0 withdraws it. Hints:
 * `vote_range`, `unknown_star`, `banned`, `invite_required`, `account_gone`, `rate_limited`.
 */
export const starVotesAnswer = viewerStar.extend({
  hot_score: score.nullable(),
  rank: z.int().nullable(),
  votes: count,
})
export type StarVotesAnswer = z.infer<typeof starVotesAnswer>

/**
 * `notifications_page(p_after, p_limit, p_unread)`: newest first, without `reply_to_comment`; `p_limit` 20 when
 * missing, 100 at most. The fields of `data` depend on `type`: see `notificationData` in
 * `account/notification-data.ts`.
 */
export const notificationsPage = z.strictObject({ items: z.array(accountNotification), next: cursor })
export type NotificationsPage = z.infer<typeof notificationsPage>

const karmaReason = z.enum([
  'post_heart',
  'comment_heart',
  'post_poop',
  'comment_poop',
  'post_approved',
  'post_rejected',
  'rumor_verified',
  'rumor_debunked',
  'comment_removed',
])

/** `karma_page(p_after, p_limit)`: the caller's ledger, latest first. */
export const karmaPage = z.strictObject({
  total: z.int(),
  /** null: no nickname, or beyond rank 1,000. */
  rank: z.int().nullable(),
  items: z.array(
    z.strictObject({
      id,
      reason: karmaReason,
      delta: z.int(),
      created_at: instant,
      /** The post, or that of the comment; null when it is no longer visible. */
      post: postPath.extend({ title: z.string() }).nullable(),
    }),
  ),
  next: cursor,
})
export type KarmaPage = z.infer<typeof karmaPage>

/*
 * Tables that members write to directly (`client.from(…)`); `user_id` always has its default. Upserts: `post_reactions
 * (post_id, reaction)`, `comment_reactions (comment_id, reaction)`, `rumor_votes (post_id, vote)`, `poll_votes
 * (post_id, option_id)`, `post_stickers (post_id, sticker)`, `star_fans (star_id)`, `saved_posts (post_id)`,
 * `comment_reads (post_id, read_at)`; a DELETE with filters on the key and `user_id` withdraws. Comments: insert `(id,
 * post_id, parent_id, content)` with an id made by the client (a repeated insert answers 23505, as the first one
 * succeeded), update `content`, or DELETE, which empties the comment but keeps its place in the thread.
 */

/**
 * `report_content(…)` (anon too). `open`: visible to staff; `known`: the caller has already reported this and it is
 * undecided; `confirm`: the guest has to follow the link in the mail, first unless it is about illegal content; `received`: visible to staff, from
 * somebody who left no address. Errors by hint: `details_missing`,
 * `details_length`, `own_content`, `good_faith_missing`, `name_missing`, `email_invalid`, `target_gone`, `rate_limited`
 * (429).
 */
export const reportAnswer = z.strictObject({ state: z.enum(['open', 'known', 'confirm', 'received']) })
export type ReportAnswer = z.infer<typeof reportAnswer>

/** `confirm_report(p_code)` (anon too). `already`: confirmed before; `unknown`: invalid, or older than a week. */
export const confirmAnswer = z.strictObject({ state: z.enum(['confirmed', 'already', 'unknown']) })
export type ConfirmAnswer = z.infer<typeof confirmAnswer>

/** `tell_concern(…)` (anon too): the mailed link is to be followed first. Hints as in the RPC's comment. */
export const concernAnswer = z.strictObject({ state: z.literal('confirm') })
export type ConcernAnswer = z.infer<typeof concernAnswer>

/** `contact_operator(…)` (anon too): the operator has a mail, the sender a receipt. `due`: the day by which there is an answer. */
export const contactAnswer = z.strictObject({ state: z.literal('sent'), reference: z.string(), due: day })
export type ContactAnswer = z.infer<typeof contactAnswer>

/** `confirm_concern(p_code)` (anon too). `due`: the day by which there is an answer. `unknown`: invalid, or older than a week. */
export const confirmConcernAnswer = z.strictObject({
  state: z.enum(['confirmed', 'already', 'unknown']),
  reference: z.string().nullable(),
  due: day.nullable(),
})
export type ConfirmConcernAnswer = z.infer<typeof confirmConcernAnswer>

/** `case_question(p_code)` (anon too): what the team asked in a mail. `unknown`: invalid, or older than 30 days. */
export const caseQuestion = z.strictObject({
  state: z.enum(['open', 'already', 'unknown']),
  question: z.string().nullable(),
})
export type CaseQuestion = z.infer<typeof caseQuestion>

/** `answer_case(p_code, p_text)` (anon too), once for each question. Hints: `note_length`, `note_missing`. */
export const caseAnswer = z.strictObject({ state: z.enum(['answered', 'already', 'unknown']) })
export type CaseAnswer = z.infer<typeof caseAnswer>

/** `star_door(p_star)` and `ask_star_door(p_star, p_speaker, p_proof)`: whether the caller is this star, or speaks for them. */
export const starDoor = z.strictObject({
  /** `begun`: has a code to post; `asked`: the team is checking. */
  state: z.enum(['none', 'begun', 'asked', 'granted', 'refused']),
  speaker: z.string().nullable(),
  code: z.string().nullable(),
  /** Why the team refused. */
  reason: z.string().nullable(),
})
export type StarDoor = z.infer<typeof starDoor>

/** `star_statement(p_post)`: null unless the post is about a star that the caller is. */
export const starStatement = z
  .strictObject({
    speaker: z.string(),
    /** What they said; null: nothing yet. */
    text: z.string().nullable(),
    /** The team published another one. */
    is_taken: z.boolean(),
    /** What the team has not looked at yet; null: nothing waits. */
    waiting: z.string().nullable(),
  })
  .nullable()
export type StarStatement = z.infer<typeof starStatement>
