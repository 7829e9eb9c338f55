import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const claimed = 'Milo Pfefferkorn persönlich'

/** A member is granted to be a star, and states something about a rumor. */
async function answerAsStar(t: Harness): Promise<void> {
  await t.owner(`update public.community_posts set tags = array['${w.star}'::uuid] where id = '${w.rumor}'`)
  await t.as('member', 'select public.ask_star_door($1, $2, $3)', [w.star, claimed, 'instagram.com/p/1'])
  await t.owner(`update private.star_requests set state = 'granted', decided_at = now()`)
  await t.owner(`insert into public.admin_actions (admin_id, action_type, target_type, target_id, details)
    values ('${people.admin}', 'grant_star_request', 'star', '${w.star}', jsonb_build_object('name', '${claimed}', 'reason', 'Der Code stand da'))`)
  await t.owner(
    `update public.community_posts set statement = 'Das stimmt nicht.', statement_speaker = '${claimed}', statement_at = now() where id = '${w.rumor}'`,
  )
  await t.owner(
    `insert into private.star_statements (post_id, member_id, since) values ('${w.rumor}', '${people.member}', now())`,
  )
}

test(
  'a star who deletes the account leaves the statement in the name of the star, and no other trace of who claimed it',
  harness(async (t) => {
    await answerAsStar(t)
    const address = await t.value(`select email from auth.users where id = '${people.member}'`)
    await t.owner(
      `select private.send_mail($1, 'star_request', '{"star": "Mandy", "path": "/stars/x", "outcome": "Ja"}')`,
      [address],
    )
    await t.platform(`delete from auth.users where id = '${people.member}'`)
    const { rows } = await t.owner(
      `select statement, statement_speaker as speaker from public.community_posts where id = '${w.rumor}'`,
    )
    expect(rows).toEqual([{ statement: 'Das stimmt nicht.', speaker: 'Mandy Pfefferkorn' }])
    expect(await t.value(`select count(*)::int from private.mail_outbox where recipient = $1`, [address])).toBe(0)
    expect(
      (await t.owner(`select details from public.admin_actions where action_type = 'grant_star_request'`)).rows,
    ).toEqual([{ details: { reason: 'Der Code stand da' } }])
  }),
)

test(
  'reports, decisions and the staff log end after three years; a ban that stands keeps its reasons',
  harness(async (t) => {
    const years = (n: number) => `now() - interval '${n} years' - interval '1 day'`
    const decision = (action: string, who: string, age: string) =>
      `insert into public.moderation_actions (target_type, target_user_id, action, reason, created_at)
       values ('profile', '${who}', '${action}', '${action} ${age.length}', ${age})`
    await t.owner('delete from public.moderation_actions')
    await t.owner(decision('warned', people.member, years(3)))
    await t.owner(decision('warned', people.member, years(2)))
    await t.owner(decision('banned', people.banned, years(3)))
    await t.owner(decision('banned', people.other, years(3)))
    for (const age of [2, 3])
      await t.owner(`insert into public.reports (target_type, target_post_id, reporter_id, reason, status, action, confirmed_at, resolved_at)
        values ('post', '${w.rumor}', '${people.member}', 'spam', 'dismissed', 'ignored', ${years(age)}, ${years(age)})`)
    await t.owner(`insert into public.reports (target_type, target_post_id, reporter_id, reason, created_at)
      values ('post', '${w.rumor}', '${people.member}', 'spam', ${years(4)})`)
    for (const age of [0, 1, 3])
      await t.owner(`insert into public.admin_actions (action_type, target_type, details, created_at)
        values ('warn_member', 'post', '{"name": "x", "excerpt": "y", "reason": "z"}', ${years(age)})`)
    await t.owner('select private.apply_retention()')
    const left = async (sql: string) => (await t.owner(sql)).rows.map((row) => Object.values(row).join(' '))
    expect(await left('select action, target_user_id from public.moderation_actions order by 1')).toEqual([
      `banned ${people.banned}`,
      `warned ${people.member}`,
    ])
    expect(await left('select status from public.reports order by 1')).toEqual(['dismissed', 'pending'])
    expect(
      await left(
        `select details - 'name' from public.admin_actions where action_type = 'warn_member' order by created_at desc`,
      ),
    ).toHaveLength(2)
    // Each has a copy among the events.
    expect(
      await left(`select id from public.analytics_events where metadata ->> 'action' = 'warn_member'`),
    ).toHaveLength(2)
    const { rows } = await t.owner(
      `select details ? 'excerpt' as quotes from public.admin_actions where action_type = 'warn_member' order by created_at desc`,
    )
    expect(rows).toEqual([{ quotes: true }, { quotes: false }])
  }),
)

test.each([
  ['deleted', 'delete from public.admin_actions'],
  ['given another reason', `update public.admin_actions set details = details || '{"reason": "anders"}'`],
  ['without its reason', `update public.admin_actions set details = details - 'reason'`],
  ['said to be about something else', `update public.admin_actions set target_id = 'x'`],
])('before that the log is not %s', (_, sql) =>
  harness(async (t) => {
    await t.owner(`insert into public.admin_actions (action_type, target_type, target_id, details)
      values ('warn_member', 'post', '${w.rumor}', '{"name": "x", "reason": "z"}')`)
    await expect(t.undone(() => t.owner(sql))).rejects.toMatchObject({ hint: 'append_only' })
  })(),
)
