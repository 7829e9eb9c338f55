import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { lived, liveLife } from './account-life.ts'
import { proven } from './account-people.ts'

const harness = useHarness(createWorld)
const leave = (t: Harness) => t.platform(`delete from auth.users where id = '${people.member}'`)

test.each([
  ['Tvnudel nervt, tvnudels Freunde auch', '******* nervt, *******s Freunde auch'],
  ['(tvnudel)', '(*******)'],
  ['tvnudelsuppe und xtvnudel bleiben', 'tvnudelsuppe und xtvnudel bleiben'],
  ['Klarname Member, member.geheim@gmail.com', `${'*'.repeat(15)}, ${'*'.repeat(23)}`],
  [null, null],
])('of %j stays %j', (said, masked) =>
  harness(async (t) => {
    const names = ['tvnudel', 'Klarname member', 'member.geheim@gmail.com', 'xy', null]
    expect(await t.value('select private.mask_names($1, $2)', [said, names])).toBe(masked)
  })(),
)

test(
  'whoever leaves is named no more in reports, decisions, notes and the log about them',
  harness(async (t) => {
    await liveLife(t)
    const named = 'TVnudel (Klarname member, member.geheim@gmail.com) war das'
    await t.owner(
      `insert into public.reports (target_type, target_comment_id, reporter_id, reason, details, status, action, action_reason, confirmed_at, resolved_at)
       values ('comment', '${lived.comment}', null, 'other', $1, 'resolved', 'warned', $1, now(), now())`,
      [named],
    )
    await t.owner(
      `insert into public.reports (target_type, target_profile_id, reason, details, confirmed_at) values ('profile', '${people.member}', 'other', $1, now())`,
      [named],
    )
    await t.owner(
      `insert into public.moderation_actions (target_type, target_comment_id, target_user_id, action, reason, content_excerpt)
       values ('comment', '${lived.comment}', '${people.member}', 'warned', $1, $1)`,
      [named],
    )
    for (const [type, id] of [
      ['profile', people.member],
      ['comment', lived.comment],
    ]) {
      await t.owner(
        `insert into private.case_notes (target_type, target_id, kind, content, author_id) values ($1, $2, 'note', $3, '${people.admin}')`,
        [type, id, named],
      )
      await t.owner(
        `insert into public.admin_actions (admin_id, action_type, target_type, target_id, details)
         values ('${people.admin}', 'warn_member', $1, $2, jsonb_build_object('reason', $3::text, 'excerpt', $3::text))`,
        [type, id, named],
      )
    }
    await t.owner(`insert into private.team_alerts (alert, about) values ('privacy', '${people.member}')`)
    await t.owner(
      `select private.tell('${people.admin}', 'team_alert', '{"alert": "privacy"}', target => '${people.member}')`,
    )
    const told = () => t.value(`select count(*)::int from public.notifications where type = 'team_alert'`)
    expect(await told()).toBe(1)
    const left = async () =>
      String(
        await t.value(`select concat_ws(' ', (select json_agg(r) from public.reports r), (select json_agg(m) from public.moderation_actions m),
          (select json_agg(n) from private.case_notes n), (select json_agg(a) from public.admin_actions a), (select json_agg(x) from private.team_alerts x))`),
      )
    expect(await left()).toContain(named)
    await leave(t)
    expect(await left()).not.toMatch(/tvnudel|klarname member|member\.geheim/i)
    expect(await left()).toContain('war das')
    expect(await left()).not.toContain('"excerpt"')
    expect(await told()).toBe(0)
    expect(await t.value('select count(*)::int from private.team_alerts where about = $1', [people.member])).toBe(0)
  }),
)

test(
  'so are the names that they had before, and mentions of them',
  harness(async (t) => {
    const rename = (name: string) =>
      t.owner(`update public.profiles set nickname = $1 where id = '${people.member}'`, [name])
    await rename('Straß.Käfer_7')
    await rename('Sofaheld')
    await t.owner(
      `insert into private.removed_profiles (member_id, nickname) values ('${people.member}', 'Ganz_Anders.8')`,
    )
    await t.owner(
      `insert into public.moderation_actions (target_type, target_user_id, action, reason, content_excerpt)
       values ('profile', '${people.member}', 'deleted', 'Sofaheld, straß.käfer_7, TVnudels und Ganz_anders.8', 'TVnudel')`,
    )
    await t.owner(
      `insert into public.moderation_actions (target_type, target_user_id, action, reason)
       values ('profile', '${people.other}', 'warned', 'Lass @tvnudel in Ruhe, Kaefer')`,
    )
    await leave(t)
    const { rows } = await t.owner(
      `select reason, content_excerpt from public.moderation_actions where reason like '%*%' order by content_excerpt nulls last`,
    )
    expect(rows).toEqual([
      { reason: '********, *************, *******s und *************', content_excerpt: '*******' },
      { reason: 'Lass @******* in Ruhe, Kaefer', content_excerpt: null },
    ])
  }),
)

test(
  'with the posts and comments, if the member wishes so: answers of others stay, and nothing is left after 30 days',
  harness(async (t) => {
    await liveLife(t)
    await t.owner(`insert into public.comments (id, post_id, author_id, parent_id, content)
      values ('50000000-0000-4000-8000-000000000099', '${w.discussion}', '${people.other}', '${lived.comment}', 'Eine Antwort')`)
    const count = () => t.value(`select comments_count from public.community_posts where id = '${w.discussion}'`)
    const before = Number(await count())
    await t.owner(`select private.erase_content_of('${people.member}')`)
    await leave(t)
    expect(await t.value(`select count(*)::int from public.community_posts where id = '${lived.approvedPost}'`)).toBe(0)
    const { rows } = await t.owner(
      `select content, author_id, deleted_at is not null as gone from public.comments where id = '${lived.comment}' or content = 'Eine Antwort' order by content`,
    )
    expect(rows).toEqual([
      { content: '', author_id: null, gone: true },
      { content: 'Eine Antwort', author_id: people.other, gone: false },
    ])
    expect(Number(await count())).toBe(before - 1)
    const archived = () =>
      t.value(
        `select count(*)::int from public.archived_posts where post_id = '${lived.approvedPost}' and reason = 'Selbst gelöscht'`,
      )
    expect(await archived()).toBe(1)
    const age = async (days: number) => {
      await t.owner(`update public.archived_posts set archived_at = now() - make_interval(days => $1)`, [days])
      await t.owner('select private.apply_retention()')
    }
    await age(29)
    expect(await archived()).toBe(1)
    await age(31)
    expect(await archived()).toBe(0)
    expect(await t.value('select count(*)::int from public.archived_posts')).toBeGreaterThan(0)
  }),
)

test(
  'only who asks for it loses posts and comments, banned members too',
  harness(async (t) => {
    await liveLife(t)
    await t.owner(`update public.profiles set is_banned = true where id = '${people.member}'`)
    await t.as('member', 'delete from storage.objects where name = $1', [lived.avatar])
    const gone = await t.attempt('member', 'select public.delete_own_account(true) as gone', [], proven())
    expect(gone.rows).toEqual([{ gone: true }])
    expect(await t.value(`select count(*)::int from public.comments where content = 'Mein Kommentar'`)).toBe(0)
    expect(await t.value(`select count(*)::int from public.community_posts where id = '${lived.approvedPost}'`)).toBe(0)
  }),
)

test(
  'the log is masked by asterisks alone, never given another reason',
  harness(async (t) => {
    for (const [before, after, masked] of [
      ['Spam von kim', 'Spam von ***', true],
      ['Spam von kim', 'Spam von tim', false],
      ['Spam von kim', 'Spam von **', false],
      ['Spam', null, false],
    ])
      expect(await t.value('select coalesce(private.is_masked($1, $2), false)', [before, after])).toBe(masked)
  }),
)
