import { karmaDeltas } from '@hot/domain/member/karma'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const karma = (t: Harness, person: keyof typeof people = 'other') =>
  t.value(`select karma from public.public_profiles where id = '${people[person]}'`)
/** The author in the test data has three approved posts. */
const start = 3 * karmaDeltas.post_approved

test(
  'reactions add and subtract, and withdrawing one removes its entry',
  harness(async (t) => {
    const react = (reaction: string) =>
      t.as(
        'member',
        `insert into public.post_reactions (post_id, reaction) values ('${w.discussion}', '${reaction}')
        on conflict (post_id, user_id) do update set reaction = excluded.reaction`,
      )
    expect(await karma(t)).toBe(start)
    await react('heart')
    expect(await karma(t)).toBe(start + karmaDeltas.post_heart)
    await react('heart')
    expect(await karma(t)).toBe(start + karmaDeltas.post_heart)
    await react('poop')
    expect(await karma(t)).toBe(start + karmaDeltas.post_poop)
    await t.as('member', 'delete from public.post_reactions where user_id = auth.uid()')
    await t.as('member', `insert into public.comment_reactions (comment_id, reaction) values ('${w.comment}', 'heart')`)
    expect(await karma(t)).toBe(start + karmaDeltas.comment_heart)
  }),
)

test(
  'nobody earns karma from themselves',
  harness(async (t) => {
    await t.as('other', `insert into public.post_reactions (post_id, reaction) values ('${w.discussion}', 'heart')`)
    await t.as('other', `insert into public.comment_reactions (comment_id, reaction) values ('${w.comment}', 'poop')`)
    expect(await karma(t)).toBe(start)
    await t.as(
      'admin',
      `insert into public.community_posts (title, type, content) values ('Vom Team und gleich online', 'discussion', 'Text')`,
    )
    expect(await karma(t, 'admin')).toBe(0)
  }),
)

test(
  'a post that nobody had to approve earns by its hearts only',
  harness(async (t) => {
    await t.owner('update public.app_settings set auto_approve_after_posts = 1')
    const { rows } = await t.as(
      'other',
      `insert into public.community_posts (title, type, content) values ('Gleich online', 'discussion', 'Text') returning id, status`,
    )
    expect(rows).toMatchObject([{ status: 'approved' }])
    expect(await karma(t)).toBe(start)
    await t.as('member', 'insert into public.post_reactions (post_id, reaction) values ($1, $2)', [
      rows[0]?.id,
      'heart',
    ])
    expect(await karma(t)).toBe(start + karmaDeltas.post_heart)
  }),
)

test(
  "a ban removes the member's hearts from others' karma, and its end restores them",
  harness(async (t) => {
    await t.as('member', `insert into public.post_reactions (post_id, reaction) values ('${w.discussion}', 'heart')`)
    await t.as('member', `insert into public.comment_reactions (comment_id, reaction) values ('${w.comment}', 'heart')`)
    const earned = start + karmaDeltas.post_heart + karmaDeltas.comment_heart
    const ban = (flag: boolean) =>
      t.as('admin', `update public.profiles set is_banned = ${flag} where id = '${people.member}'`)
    await ban(true)
    expect(await karma(t)).toBe(start)
    await ban(false)
    expect(await karma(t)).toBe(earned)
  }),
)

test(
  'decisions of staff: approved, rejected, verified, debunked, and reverted',
  harness(async (t) => {
    const decide = (set: string, id: string) =>
      t.as('moderator', `update public.community_posts set ${set} where id = '${id}'`)
    await decide(`status = 'approved'`, w.pendingPost)
    expect(await karma(t)).toBe(start + karmaDeltas.post_approved)
    await decide(`status = 'rejected', rejection_reason = 'Beleidigung'`, w.pendingPost)
    expect(await karma(t)).toBe(start + karmaDeltas.post_rejected)
    await decide(`status = 'pending'`, w.pendingPost)
    expect(await karma(t)).toBe(start)
    const rumor = (status: string) =>
      t.as('admin', `update public.post_rumors set rumor_status = '${status}' where post_id = '${w.rumor}'`)
    await rumor('verified')
    expect(await karma(t)).toBe(start + karmaDeltas.rumor_verified)
    await rumor('debunked')
    expect(await karma(t)).toBe(start + karmaDeltas.rumor_debunked)
    await rumor('unverified')
    expect(await karma(t)).toBe(start)
  }),
)

test(
  "a comment removed by staff costs karma, deleting one's own does not",
  harness(async (t) => {
    await t.as(
      'member',
      `insert into public.comments (id, post_id, content) values ('${w.fresh}', '${w.discussion}', 'Ups')`,
    )
    await t.as('member', `delete from public.comments where id = '${w.fresh}'`)
    expect(await karma(t, 'member')).toBe(0)
    await t.as('moderator', `delete from public.comments where id = '${w.comment}'`)
    expect(await karma(t)).toBe(start + karmaDeltas.comment_removed)
    const { rows } = await t.as(
      'guest',
      `select content, deleted_at is not null as deleted from public.comments where id = '${w.comment}'`,
    )
    expect(rows).toEqual([{ content: '', deleted: true }])
    expect(await t.value(`select content from private.removed_comments where comment_id = '${w.comment}'`)).toBe(
      'Na endlich',
    )
  }),
)
