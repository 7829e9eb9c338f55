import { z } from 'zod'
import { id, instant, memberRef } from '../parts.ts'
import { postType } from '../post.ts'
import { channel } from './account.ts'

/**
 * Ties of the caller to others. `own_blocks()`, latest first, at most 500; `set_block(p_member, p_kind)` answers the
 * same, null ends it. Hints: `own_account`, `too_many_blocks`, `unknown_type` (23514), `target_gone` (23503),
 * `account_gone` (42501), 429.
 */
const blockKind = z.enum(['block', 'mute'])
export type BlockKind = z.infer<typeof blockKind>

export const ownBlocks = z.array(z.strictObject({ member: memberRef, kind: blockKind, since: instant }))
export type OwnBlocks = z.infer<typeof ownBlocks>

const followType = z.enum(['star', 'format', 'post', 'member'])
export type FollowType = z.infer<typeof followType>

/** `off`: silenced. */
const followChannel = z.enum([...channel.options, 'off'])
export type FollowChannel = z.infer<typeof followChannel>

/**
 * `own_follows()`, latest first, at most 1,000; `set_follow(p_type, p_id, p_channel)` answers the same. `p_channel`:
 * `usual` (as for the type), a channel, `off` (silenced), or `none` (neither). Fans of a star follow it without a row.
 * Hints: `own_account`, `too_many_follows`, `unknown_type` (23514), `target_gone` (23503), `account_gone` (42501), 429.
 */
export const ownFollows = z.array(
  z.strictObject({
    type: followType,
    id,
    /** null: as for the type. */
    channel: followChannel.nullable(),
    title: z.string(),
    slug: z.string(),
    /** For the address of a post; null for anything else. */
    post: z.strictObject({ type: postType, created_at: instant, slug: z.string() }).nullable(),
  }),
)
export type OwnFollows = z.infer<typeof ownFollows>
