import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const report = (t: Harness, target = `'post', '${w.discussion}'`) =>
  t.as('member', `select public.report_content('${w.fresh}', ${target}, 'spam')`)
const decide = (t: Harness, person: 'moderator' | 'admin', action: string, more = '') =>
  t.attempt(
    person,
    `select public.moderate_case('${w.fresh}', '${w.discussion}', 'post', '${action}', 'Regel 3'${more}) as answer`,
  )
const status = async (t: Harness, person: 'other' | 'member') =>
  (await t.as(person, 'select public.own_moderation_status() as status')).rows[0]?.status as Record<string, unknown>

test(
  'a new member’s post waits; a trusted member’s goes online at once until there is a warning',
  harness(async (t) => {
    const post = async () =>
      (
        await t.as(
          'other',
          `insert into public.community_posts (title, type, content) values ('Ein weiterer Beitrag', 'discussion', 'Text') returning status`,
        )
      ).rows[0]?.status
    expect(await post()).toBe('pending')
    await t.as('moderator', `update public.community_posts set status = 'approved' where status = 'pending'`)
    expect(
      await t.value(
        `select count(*)::int from public.community_posts where author_id = '${people.other}' and status = 'approved'`,
      ),
    ).toBe(5)
    expect(await post()).toBe('approved')
    await report(t)
    await decide(t, 'moderator', 'warn', `, p_severity => 'low'`)
    expect(await post()).toBe('pending')
    await t.owner(`update public.moderation_actions set created_at = now() - interval '91 days'`)
    expect(await post()).toBe('approved')
  }),
)

test(
  'rejecting needs a reason, is recorded but not as a warning, and tells the author',
  harness(async (t) => {
    const reject = (set: string) =>
      t.attempt(
        'moderator',
        `update public.community_posts set status = 'rejected' ${set} where id = '${w.pendingPost}'`,
      )
    expect((await reject('')).error).toMatchObject({ code: '23514', hint: 'reason_required' })
    await reject(`, rejection_reason = 'Klarname genannt'`)
    const { rows } = await t.owner(
      `select action, counts_as_warning, reason, admin_id::text from public.moderation_actions`,
    )
    expect(rows).toEqual([
      { action: 'warned', counts_as_warning: false, reason: 'Klarname genannt', admin_id: people.moderator },
    ])
    const told = await t.as('other', 'select type, data from public.notifications')
    expect(told.rows).toMatchObject([
      { type: 'post_rejected', data: { reason: 'Klarname genannt', post_type: 'discussion' } },
    ])
    expect(await status(t, 'other')).toMatchObject({ is_banned: false, decisions: [] })
    // After an edit it waits again and the reason is cleared.
    await t.as('other', `select public.update_post('${w.pendingPost}', 'Wartet noch auf Freigabe', 'Ohne Namen')`)
    expect(
      await t.value(
        `select status || coalesce(rejection_reason, '') from public.community_posts where id = '${w.pendingPost}'`,
      ),
    ).toBe('pending')
  }),
)

test(
  'an approved text cannot be replaced without approval',
  harness(async (t) => {
    const change = `update public.community_posts set content = 'Etwas ganz anderes' where id = '${w.discussion}'`
    expect((await t.attempt('other', change)).error?.code).toBe('42501')
    await t.as(
      'other',
      `select public.update_post('${w.discussion}', 'Wer zieht dieses Jahr ein?', 'Etwas ganz anderes')`,
    )
    expect(
      (await t.as('guest', `select content from public.community_posts where id = '${w.discussion}'`)).rows,
    ).toEqual([{ content: '' }])
  }),
)

test(
  'a ban of ten days by a moderator: effect, record, statement of reasons, and what the member sees',
  harness(async (t) => {
    await report(t)
    expect((await decide(t, 'moderator', 'ban', ', p_days => 10')).error).toBeUndefined()
    expect(
      await t.value(
        `select banned_until = now() + interval '10 days' from public.profiles where id = '${people.other}'`,
      ),
    ).toBe(true)
    const own = await status(t, 'other')
    expect(own).toMatchObject({
      is_banned: true,
      decisions: [{ action: 'banned', reason: 'Regel 3', ban_duration_days: 10 }],
    })
    // It does not say who reported or decided.
    expect(JSON.stringify(own)).not.toContain(people.member)
    expect(JSON.stringify(own)).not.toContain(people.moderator)
    const told = await t.as('other', 'select type, data from public.notifications')
    expect(told.rows).toMatchObject([
      { type: 'warning', data: { action: 'banned', reason: 'Regel 3', decided_by: 'human' } },
    ])
    const action = String(await t.value('select id::text from public.moderation_actions'))
    await t.as(
      'other',
      `insert into public.appeals (moderation_action_id, message) values ('${action}', 'Das war anders')`,
    )
    const appeal = `update public.appeals set status = 'upheld', decision_reason = 'Bleibt so'`
    expect((await t.attempt('moderator', appeal)).error?.code).toBe('42501')
    expect((await t.as('admin', appeal)).affected).toBe(1)
  }),
)

test(
  'refused to moderators: long bans, bans of staff, own cases, closed cases, no reason',
  harness(async (t) => {
    await report(t)
    expect((await decide(t, 'moderator', 'ban', ', p_days => 31')).error?.hint).toBe('ban_too_long')
    expect((await decide(t, 'moderator', 'ban')).error?.hint).toBe('ban_too_long')
    await t.owner(`update public.reports set target_author_id = '${people.admin}'`)
    expect((await decide(t, 'moderator', 'ban', ', p_days => 3')).error?.hint).toBe('staff_ban')
    expect((await decide(t, 'admin', 'warn')).error?.hint).toBe('own_case')
    expect((await decide(t, 'moderator', 'warn')).error).toBeUndefined()
    expect((await decide(t, 'moderator', 'warn')).error?.hint).toBe('report_closed')
  }),
)

test(
  'a permanent ban is not shortened by a later timed one, and a longer timed one wins',
  harness(async (t) => {
    const until = async () =>
      t.value(`select coalesce(banned_until::date - current_date, 0) from public.profiles where id = '${people.other}'`)
    const again = async (days: string) => {
      await t.owner('delete from public.reports')
      await report(t)
      await decide(t, 'admin', 'ban', `, p_days => ${days}`)
    }
    await again('20')
    await again('5')
    expect(await until()).toBe(20)
    await again('null')
    expect(await until()).toBe(0)
    await again('5')
    expect(
      await t.value(`select is_banned and banned_until is null from public.profiles where id = '${people.other}'`),
    ).toBe(true)
  }),
)

test(
  'deleting a reported post archives it whole, once, and records the action once',
  harness(async (t) => {
    await report(t)
    await decide(t, 'moderator', 'delete')
    expect(await t.value(`select count(*)::int from public.community_posts where id = '${w.discussion}'`)).toBe(0)
    const archive = await t.owner('select title, reason, record from public.archived_posts')
    expect(archive.rows).toMatchObject([
      {
        title: 'Wer zieht dieses Jahr ein?',
        reason: 'Regel 3',
        record: { post: { id: w.discussion }, comments: [{ content: 'Na endlich' }] },
      },
    ])
    const actions = await t.owner('select action, report_id::text, target_user_id::text from public.moderation_actions')
    expect(actions.rows).toEqual([{ action: 'deleted', report_id: w.fresh, target_user_id: people.other }])
  }),
)

test(
  'a direct deletion is archived too, also the author’s own, for which no action is recorded',
  harness(async (t) => {
    await t.as('moderator', `delete from public.community_posts where id = '${w.rumor}'`)
    await t.as('other', `delete from public.community_posts where id = '${w.poll}'`)
    const archive = await t.owner('select post_id::text as id, reason from public.archived_posts order by reason')
    expect(archive.rows).toEqual([
      { id: w.poll, reason: 'Selbst gelöscht' },
      { id: w.rumor, reason: 'Vom Team gelöscht' },
    ])
    expect(await t.value('select count(*)::int from public.moderation_actions')).toBe(1)
  }),
)

test(
  'guests can report existing content only, with name, e-mail and good faith',
  harness(async (t) => {
    const guest = async (target: string, rest: string) =>
      (await t.attempt('guest', `select public.report_content(null, 'post', '${target}', 'spam', null, ${rest})`)).error
        ?.hint
    expect(await guest(w.discussion, `false, 'A B', 'a@b.de'`)).toBe('good_faith_missing')
    expect(await guest(w.discussion, `true, null, 'a@b.de'`)).toBe('name_missing')
    expect(await guest(w.fresh, `true, 'A B', 'a@b.de'`)).toBe('target_gone')
    expect(await guest(w.discussion, `true, 'A B', 'a@b.de'`)).toBeUndefined()
  }),
)
