import { adminUserPage, spamAnswer } from '@hot/domain/contract/admin/users'
import { expect, test } from 'vitest'
import { counterDifferences } from '../counters/counter-differences.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(async (t) => {
  await createWorld(t)
  // `member` has a post of their own, on which the spammer comments, and reacts to what the spammer wrote.
  await t.owner(
    `insert into public.community_posts (id, title, type, content, author_id, status)
     values ($1, 'Gehört jemand anderem', 'discussion', 'Text', $2, 'approved')`,
    [w.fresh, people.member],
  )
  await t.owner(
    `insert into public.comments (post_id, author_id, content) values ($1, $2, 'Kauft bei geheim.example'), ($3, $4, 'Was soll das')`,
    [w.fresh, people.other, w.discussion, people.member],
  )
  await t.as('member', 'insert into public.post_reactions (post_id, reaction) values ($1, $2)', [w.discussion, 'poop'])
})

const ban = (t: Harness, person: Person) =>
  t.attempt(person, 'select public.admin_ban_spammer($1) as answer', [people.other])
const restore = (t: Harness, person: Person = 'admin') =>
  t.attempt(person, `select public.admin_restore_spam($1, 'Das war kein Spam.') as answer`, [people.other])
const answerOf = ({ rows }: { rows: readonly Record<string, unknown>[] }) => spamAnswer.parse(rows[0]?.answer)
const differences = async (t: Harness) => (await t.owner(counterDifferences)).rows
/** Everything the account wrote, and what others did with it. */
const written = async (t: Harness) =>
  (
    await t.owner(
      `select 'post' as kind, p.id, p.title as text, p.status, p.comments_count + p.poops_count as others from public.community_posts p
         where p.author_id = $1
       union all select 'comment', c.id, c.content, c.deleted_at::text, c.hearts_count from public.comments c
       union all select 'karma', p.id, p.karma::text, p.is_banned::text, 0 from public.profiles p order by 1, 2, 3`,
      [people.other],
    )
  ).rows

test(
  'one action bans and removes everything, and takes all of it back',
  harness(async (t) => {
    const before = await written(t)
    expect(answerOf(await ban(t, 'admin'))).toEqual({ posts: 4, comments: 1 })
    expect(await differences(t)).toEqual([])
    const seen = await t.as(
      'guest',
      `select content from public.comments union all select title from public.community_posts`,
    )
    expect(JSON.stringify(seen.rows)).not.toMatch(/geheim\.example|Wer zieht dieses Jahr ein/)
    expect((await t.as('other', 'select private.may_write() as may')).rows).toEqual([{ may: false }])
    const page = await t.as('admin', 'select public.admin_user_page($1) as answer', [people.other])
    const record = adminUserPage.parse(page.rows[0]?.answer)
    expect(record?.spam).toMatchObject({ posts: 4, comments: 1 })
    expect(record?.member.banned_until).toBeNull()

    expect(answerOf(await restore(t))).toEqual({ posts: 4, comments: 1 })
    expect(await written(t)).toEqual(before)
    expect(await differences(t)).toEqual([])
    expect(answerOf(await restore(t)), 'again').toEqual({ posts: 0, comments: 0 })
  }),
)

test(
  'what the account voted and reacted counts no more, and counts again when it is restored',
  harness(async (t) => {
    await t.owner(
      `insert into public.rumor_votes (post_id, user_id, vote) values ($1, $2, 'agree') on conflict do nothing`,
      [w.rumor, people.other],
    )
    await t.owner(`update public.community_posts set author_id = $1 where id = any($2)`, [
      people.member,
      [w.rumor, w.poll],
    ])
    await t.owner(
      `insert into public.poll_votes (post_id, user_id, option_id) values ($1, $2, $3) on conflict do nothing`,
      [w.poll, people.other, w.option],
    )
    await t.owner(`insert into public.post_reactions (post_id, user_id, reaction) values ($1, $2, 'heart')`, [
      w.fresh,
      people.other,
    ])
    await t.owner(`insert into public.post_stickers (post_id, user_id, sticker) values ($1, $2, 'tea')`, [
      w.fresh,
      people.other,
    ])
    const votes = async () => {
      const tables = ['rumor_votes', 'poll_votes', 'post_reactions', 'comment_reactions', 'post_stickers']
      const all = tables.map(
        (table) => `select '${table}' as kind, to_jsonb(v)::text as row from public.${table} v where v.user_id = $1`,
      )
      return (await t.owner(`${all.join(' union all ')} order by 1, 2`, [people.other])).rows
    }
    const before = await votes()
    expect(new Set(before.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(4)
    await ban(t, 'moderator')
    expect(await votes()).toEqual([])
    expect(await differences(t)).toEqual([])
    // Nothing for the bin of the editors.
    const bin = await t.as('admin', 'select public.admin_bin_page() as page')
    expect(bin.rows[0]?.page).toMatchObject({ items: [] })
    await restore(t)
    expect(await votes()).toEqual(before)
    expect(await differences(t)).toEqual([])
    expect(await t.value('select count(*)::int from private.binned_rows')).toBe(0)
  }),
)

test(
  'each removal is stated to the member, with its reason',
  harness(async (t) => {
    await ban(t, 'moderator')
    const { rows } = await t.owner(
      `select target_type, action, reason, count(*)::integer from public.moderation_actions where target_user_id = $1
       group by 1, 2, 3 order by 1`,
      [people.other],
    )
    const reason = 'Spam oder Werbung.'
    expect(rows).toEqual([
      { target_type: 'comment', action: 'deleted', reason, count: 1 },
      { target_type: 'post', action: 'deleted', reason, count: 4 },
      { target_type: 'profile', action: 'banned', reason, count: 1 },
    ])
    // A moderator's ban ends.
    expect(await t.value('select banned_until is not null from public.profiles where id = $1', [people.other])).toBe(
      true,
    )
  }),
)

test(
  'not against oneself or the team; moderators restore nothing; after 30 days it is for good',
  harness(async (t) => {
    for (const [person, target, hint] of [
      ['moderator', people.moderator, 'own_account'],
      ['moderator', people.admin, 'staff_by_admins'],
      ['admin', people.moderator, 'staff_spam'],
      ['admin', w.fresh, 'member_gone'],
      ['member', people.other, 'not_allowed'],
    ] as const)
      expect((await t.attempt(person, 'select public.admin_ban_spammer($1)', [target])).error?.hint).toBe(hint)
    await ban(t, 'admin')
    expect((await restore(t, 'moderator')).error?.code).toBe('42501')
    await t.owner(`update private.spam_removals set removed_at = now() - interval '31 days'`)
    expect(answerOf(await restore(t))).toEqual({ posts: 0, comments: 0 })
    expect((await t.as('other', 'select private.may_write() as may')).rows).toEqual([{ may: false }])
  }),
)

test(
  'a second time removes what came meanwhile, and both come back together',
  harness(async (t) => {
    const before = await written(t)
    await t.undone(async () => {
      await ban(t, 'admin')
      expect(answerOf(await ban(t, 'admin'))).toEqual({ posts: 0, comments: 0 })
      expect(answerOf(await restore(t))).toEqual({ posts: 4, comments: 1 })
      expect(await written(t)).toEqual(before)
    })
  }),
)

test(
  'every open report of what the account wrote is closed, and whoever reported hears of it',
  harness(async (t) => {
    for (const [kind, target] of [
      ['post', w.discussion],
      ['comment', w.comment],
      ['profile', people.other],
    ])
      await t.as('member', `select public.report_content(gen_random_uuid(), $1, $2, 'spam', 'Werbung')`, [kind, target])
    await ban(t, 'moderator')
    const { rows } = await t.owner(
      'select target_type, status, action, decision_id is not null as decided from public.reports order by 1',
    )
    expect(rows).toEqual([
      { target_type: 'comment', status: 'resolved', action: 'deleted', decided: true },
      { target_type: 'post', status: 'resolved', action: 'deleted', decided: true },
      { target_type: 'profile', status: 'resolved', action: 'banned', decided: true },
    ])
    const told = await t.as(
      'member',
      `select message from public.notifications where type = 'report_outcome' order by 1`,
    )
    // The comment went with the post, so the ban answers its report and that of the profile together.
    expect(told.rows).toHaveLength(2)
    expect(JSON.stringify(told.rows)).not.toContain('Profil zurückgesetzt')
  }),
)
