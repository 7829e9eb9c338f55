import { adminStats } from '@hot/domain/contract/admin/staff'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** The team last did something this many hours ago; by the settings that counts as away after 48. */
async function idle(t: Harness, hours: number): Promise<void> {
  await t.owner('update public.app_settings set away_after_hours = 48')
  await t.owner('delete from public.admin_actions')
  await t.owner('delete from public.moderation_actions')
  await t.owner(
    `insert into public.admin_actions (admin_id, action_type, target_type, created_at)
     values ('${people.admin}', 'edit', 'star', now() - interval '${hours} hours')`,
  )
}
const since = async (t: Harness) => {
  const { rows } = await t.as('moderator', 'select public.admin_stats() as answer')
  return adminStats.parse(rows[0]?.answer).away_since
}
const comment = (t: Harness, content: string, who: 'member' | 'moderator' = 'member') =>
  t.attempt(who, 'insert into public.comments (post_id, content) values ($1, $2)', [w.discussion, content])
/** An account of a month with three comments of last week. */
async function settle(t: Harness): Promise<void> {
  await t.owner(`update public.profiles set created_at = now() - interval '30 days' where id = '${people.member}'`)
  await t.owner(
    `insert into public.comments (post_id, author_id, content, created_at)
     select '${w.discussion}', '${people.member}', 'Von früher ' || n, now() - interval '7 days' from generate_series(1, 3) n`,
  )
}
const young = (t: Harness) =>
  t.owner(`update public.profiles set created_at = now() - interval '2 days' where id = '${people.member}'`)
async function write(t: Harness): Promise<unknown> {
  await t.owner('update public.app_settings set auto_approve_after_posts = 0')
  await t.as('member', 'select public.create_post($1, $2, $3, $4, $5)', [
    w.fresh,
    'discussion',
    'Wer guckt heute mit?',
    'Ich!',
    [],
  ])
  return t.value('select status from public.community_posts where id = $1', [w.fresh])
}

test(
  'after two days without the team posts of new accounts wait, and the dashboard says so, until the next decision',
  harness(async (t) => {
    await idle(t, 49)
    await young(t)
    expect(await since(t)).not.toBeNull()
    expect(await write(t)).toBe('pending')
    await t.as('moderator', `update public.community_posts set status = 'approved' where id = '${w.fresh}'`)
    expect(await since(t)).toBeNull()
  }),
)

test.each([
  ['the team is there', 1, false],
  ['the account has been here for a while', 49, true],
])('a post is online at once while %s', (_, hours, settled) =>
  harness(async (t) => {
    await idle(t, hours)
    await (settled ? settle(t) : young(t))
    expect(await write(t)).toBe('approved')
  })(),
)

test(
  'comments of new accounts are three in an hour, others ten in five minutes, the team writes as ever',
  harness(async (t) => {
    await idle(t, 49)
    await young(t)
    for (let n = 1; n <= 3; n++) expect((await comment(t, `Nummer ${n}`)).error).toBeUndefined()
    const fourth = await comment(t, 'Nummer 4')
    expect(fourth.error?.code).toBe('PGRST')
    expect(fourth.error?.message).toContain('team_away')
    expect(fourth.error?.message).toContain('Das Team ist gerade nicht da.')
    await settle(t)
    for (let n = 4; n <= 10; n++) expect((await comment(t, `Nummer ${n}`)).error).toBeUndefined()
    expect((await comment(t, 'Nummer 11')).error?.message).toContain('team_away')
    for (let n = 1; n <= 12; n++) expect((await comment(t, `Vom Team ${n}`, 'moderator')).error).toBeUndefined()
  }),
)

test(
  'a site whose team has never acted is new, and not away',
  harness(async (t) => {
    expect(
      await t.value(
        'select (select count(*) from public.admin_actions) + (select count(*) from public.moderation_actions)',
      ),
    ).toBe(0)
    expect(await since(t)).toBeNull()
  }),
)

test(
  'an evening and a day without the team is no absence',
  harness(async (t) => {
    await idle(t, 47)
    expect(await since(t)).toBeNull()
  }),
)

test(
  'an admin sets after how many hours, or never',
  harness(async (t) => {
    await idle(t, 100)
    await t.owner('update public.app_settings set away_after_hours = 0')
    expect(await since(t)).toBeNull()
    await t.owner('update public.app_settings set away_after_hours = 99')
    expect(await since(t)).not.toBeNull()
  }),
)
