import { teamAlert } from '@hot/domain/contract/account/notification-data'
import { adminWeek } from '@hot/domain/contract/admin/staff'
import { notificationsPage } from '@hot/domain/contract/community'
import { notificationPath } from '@hot/domain/notification/path'
import { notificationText } from '@hot/domain/notification/text'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** What a person's list says of alerts, and where that leads. */
const alerts = async (t: Harness, who: 'moderator' | 'admin' | 'member' | 'other') => {
  const { rows } = await t.as(who, 'select public.notifications_page() as page')
  const items = notificationsPage.parse(rows[0]?.page).items.filter(({ type }) => type === 'team_alert')
  return items.map((item) => `${notificationText(item).text} → ${notificationPath(item)}`).sort()
}
const report = (t: Harness, who: 'member' | 'moderator', target: string, reason: string) =>
  t.as(who, `select public.report_content(gen_random_uuid(), 'post', '${target}', '${reason}', 'Schau mal', true)`)

test(
  'reports about illegal content and affected people reach the team at once, each thing once a day; others do not',
  harness(async (t) => {
    await report(t, 'member', w.discussion, 'spam')
    expect(await alerts(t, 'moderator')).toEqual([])
    await report(t, 'member', w.rumor, 'illegal_content')
    await report(t, 'moderator', w.rumor, 'illegal_content')
    const illegal = 'Gemeldet: Illegaler Inhalt. → /admin/reports'
    expect(await alerts(t, 'moderator')).toEqual([illegal])
    expect(await alerts(t, 'admin')).toEqual([illegal])
    await report(t, 'moderator', w.poll, 'false_claim')
    // Not whoever did it.
    expect(await alerts(t, 'moderator')).toEqual([illegal])
    expect(await alerts(t, 'admin')).toEqual(['Gemeldet: Falschbehauptung über eine Person. → /admin/reports', illegal])
    for (const who of ['member', 'other'] as const) expect(await alerts(t, who)).toEqual([])
  }),
)

test(
  'a guest’s report rings when its mailed link was used, not before; who switched it off hears nothing',
  harness(async (t) => {
    await t.as('admin', `insert into public.notification_preferences (type, enabled) values ('team_alert', false)`)
    await t.as(
      'guest',
      `select public.report_content(p_id => '${w.fresh}', p_target_type => 'post', p_target => '${w.discussion}',
        p_reason => 'privacy', p_good_faith => true, p_name => 'Gerda Gast', p_email => 'gerda@example.org')`,
    )
    expect(await alerts(t, 'moderator')).toEqual([])
    const path = await t.value(`select data ->> 'path' from private.mail_outbox order by id desc limit 1`)
    await t.as('guest', 'select public.confirm_report($1)', [String(path).split('#')[1]])
    expect(await alerts(t, 'moderator')).toEqual(['Gemeldet: Privatsphäre. → /admin/reports'])
    expect(await alerts(t, 'admin')).toEqual([])
  }),
)

test(
  'only staff find alerts in their settings',
  harness(async (t) => {
    const last = async (who: 'member' | 'moderator' | 'admin') =>
      (await t.as(who, `select public.notification_settings() -> -1 ->> 'type' as type`)).rows[0]?.type
    expect(await last('member')).toBe('team_role')
    for (const who of ['moderator', 'admin'] as const) expect(await last(who)).toBe('team_alert')
  }),
)

test(
  'an appeal reaches the team',
  harness(async (t) => {
    await report(t, 'member', w.discussion, 'spam')
    const id = await t.value(`select id::text from public.reports where status = 'pending'`)
    await t.as(
      'moderator',
      `select public.moderate_case(p_report_id => '${id}', p_content_id => '${w.discussion}', p_type => 'post',
        p_reason => 'Regel 1', p_action => 'warn', p_severity => 'low')`,
    )
    const decision = await t.value(`select id::text from public.moderation_actions order by created_at desc limit 1`)
    await t.as('other', 'select public.file_appeal($1, $2)', [decision, 'Das war anders'])
    expect(await alerts(t, 'admin')).toEqual(['Einspruch gegen eine Entscheidung. → /admin/appeals'])
  }),
)

/** Whether a mail address is confirmed: nobody is written to otherwise. */
const confirm = (t: Harness) => t.platform('update auth.users set email_confirmed_at = now()')

/** Mails in the outbox, as `template address: title`. */
const mails = async (t: Harness) => {
  const { rows } = await t.owner(
    `select template || ' ' || recipient || coalesce(': ' || (select string_agg(a ->> 'title', ', ') from jsonb_array_elements((data ->> 'alerts')::jsonb) a), '') as line from private.mail_outbox
     where template in ('team_alert', 'briefing') order by id`,
  )
  return rows.map(({ line }) => String(line))
}
const own = async (t: Harness, who: 'member' | 'moderator' | 'admin') =>
  (await t.as(who, 'select public.own_team_mails() as mails')).rows[0]?.mails

test(
  'admins get urgent things by mail unless they say no, moderators if they want it, members never',
  harness(async (t) => {
    await confirm(t)
    const all = (app: boolean, mail: boolean) => teamAlert.options.map((alert) => ({ alert, app, mail }))
    expect(await own(t, 'admin')).toEqual({ alerts: all(true, true), briefing: true, weekly: true })
    expect(await own(t, 'moderator')).toEqual({ alerts: all(true, false), briefing: false, weekly: null })
    expect(await own(t, 'member')).toBeNull()
    expect((await t.attempt('member', `select public.admin_set_team_mails('{}', true)`)).error?.hint).toBe(
      'not_allowed',
    )
    await report(t, 'member', w.rumor, 'illegal_content')
    const admin = await t.value(
      `select email from auth.users where id = (select id from public.profiles where role = 'admin')`,
    )
    expect(await mails(t)).toEqual([`team_alert ${admin}: Gemeldet: Illegaler Inhalt`])
    await t.as('admin', `select public.admin_set_team_mails('{}', true)`)
    await t.as('moderator', `select public.admin_set_team_mails('{"privacy": {"mail": true}}', false)`)
    await report(t, 'member', w.poll, 'privacy')
    expect((await mails(t)).at(-1)).toMatch(/^team_alert (?!.*chefin).*: Gemeldet: Privatsphäre$/)
    expect(await mails(t)).toHaveLength(2)
  }),
)

test(
  'who has switched the notification off is mailed once a day, too',
  harness(async (t) => {
    await confirm(t)
    await t.as('admin', `insert into public.notification_preferences (type, enabled) values ('team_alert', false)`)
    await report(t, 'member', w.rumor, 'illegal_content')
    await report(t, 'moderator', w.rumor, 'illegal_content')
    expect(await mails(t)).toHaveLength(1)
  }),
)

test(
  'what waits longer than the team wants rings once a day, until it is decided; the team sets how long',
  harness(async (t) => {
    await confirm(t)
    const watch = () => t.owner('select private.watch_team()')
    const waiting = async () => (await alerts(t, 'moderator')).filter((line) => line.startsWith('Seit'))
    await t.owner('delete from public.reports')
    await t.owner(`update public.community_posts set status = 'approved'`)
    await watch()
    expect(await waiting()).toEqual([])
    await t.owner(
      `update public.community_posts set status = 'pending', created_at = now() - interval '14 hours' where id = '${w.rumor}'`,
    )
    await t.owner('update public.app_settings set alert_after_hours = 15')
    await watch()
    expect(await waiting()).toEqual([])
    await t.owner('update public.app_settings set alert_after_hours = 12')
    await watch()
    await watch()
    expect(await waiting()).toEqual(['Seit 14 Stunden wartet etwas auf eine Entscheidung. → /admin'])
    await t.owner(`update private.team_alerts set rung_at = now() - interval '25 hours'`)
    await watch()
    expect((await mails(t)).join().match(/Seit 14 Stunden/g)).toHaveLength(2)
  }),
)

test(
  'a job that fails and mails that do not arrive are told; what has succeeded since is not',
  harness(async (t) => {
    await t.owner(`insert into private.jobs (name, last_started_at, last_failed_at, last_succeeded_at) values
      ('refresh_charts', now(), now(), null), ('apply_retention', now(), now() - interval '2 hours', now()) on conflict (name) do nothing`)
    await t.owner(`insert into private.mail_outbox (recipient, template, data, tries, tried_at, last_error) values
      ('weg@example.org', 'report_outcome', '{}', 3, now(), 'ECONNECTION'),
      ('neu@example.org', 'report_outcome', '{}', 1, now(), 'ECONNECTION'),
      ('alt@example.org', 'report_outcome', '{}', 10, now() - interval '3 days', 'ECONNECTION')`)
    await t.owner('select private.watch_team()')
    const told = (await alerts(t, 'moderator')).filter((line) => !line.startsWith('Seit'))
    expect(told).toEqual(['Eine Mail kommt nicht an. → /admin', 'Im Hintergrund scheitert: refresh_charts. → /admin'])
  }),
)

test(
  'a few mistyped addresses are no matter of the team; many refused ones are',
  harness(async (t) => {
    const refuse = (count: number) =>
      t.owner(`insert into private.mail_outbox (recipient, template, data, tries, tried_at, last_error)
        select 'weg' || n || '@example.org', 'report_outcome', '{}', 3, now(), 'EENVELOPE 550' from generate_series(1, ${count}) n`)
    await refuse(4)
    expect(await t.value('select private.stuck_mails()')).toBe(0)
    await refuse(5)
    expect(await t.value('select private.stuck_mails()')).toBe(9)
  }),
)

test(
  'the briefing goes out once, in the morning, to whoever wants it, and not when there is nothing to say',
  harness(async (t) => {
    await confirm(t)
    await t.owner('delete from public.reports')
    await t.owner('delete from public.calendar_events')
    await t.owner(`update public.community_posts set status = 'approved'`)
    const facts = async () => JSON.parse(String(await t.value('select private.briefing_facts()::text')))
    expect(await facts()).toMatchObject({ posts: { count: 0 }, reports: { count: 0 }, today: [], broken: [] })
    await report(t, 'member', w.rumor, 'spam')
    await t.owner(
      // Until the television day ends, so that the test has it at every hour.
      `insert into public.calendar_events (title, event_date, event_time, duration_minutes, channel) values ('Haus', private.television_day(), '20:15', 540, 'RTL')`,
    )
    expect(await facts()).toMatchObject({
      reports: { count: 1 },
      today: [{ time: '20:15', title: 'Haus', channel: 'RTL', is_cancelled: false }],
    })
    // The hour of the day is the database's own: it sends, or it does not.
    const isMorning = await t.value(`select extract(hour from private.berlin_now()) between 7 and 11`)
    for (let run = 0; run < 2; run += 1) await t.owner('select private.queue_briefings()')
    expect((await mails(t)).filter((line) => line.startsWith('briefing'))).toHaveLength(isMorning ? 1 : 0)
  }),
)

test(
  'ten times as many new members as on a usual day are unusual, a few more are not',
  harness(async (t) => {
    const arrive = (count: number, day: string) =>
      t.platform(`insert into auth.users (id, email, created_at)
        select gen_random_uuid(), gen_random_uuid() || '@gmail.com', (private.berlin_now()::date ${day})::timestamp at time zone 'Europe/Berlin' + interval '9 hours'
        from generate_series(1, ${count})`)
    await t.owner(`update public.profiles set created_at = now() - interval '1 year'`)
    await arrive(14, '- 4')
    await arrive(9, '- 1')
    const unusual = async () => JSON.parse(String(await t.value('select private.unusual_yesterday()::text')))
    const members = async () => ((await unusual()) as { kind: string }[]).filter(({ kind }) => kind === 'members')
    expect(await members()).toEqual([])
    await arrive(11, '- 1')
    expect(await members()).toEqual([{ kind: 'members', usual: 2, yesterday: 20 }])
  }),
)

test(
  'each kind can come as a notification, by mail, both or not at all',
  harness(async (t) => {
    await confirm(t)
    const wishes = {
      illegal_content: { app: false, mail: true },
      privacy: { app: true, mail: false },
      false_claim: { app: false },
    }
    await t.as('admin', 'select public.admin_set_team_mails($1, false, false)', [JSON.stringify(wishes)])
    for (const [target, reason] of [
      [w.rumor, 'illegal_content'],
      [w.poll, 'privacy'],
      [w.discussion, 'false_claim'],
    ] as const)
      await report(t, 'member', target, reason)
    expect(await alerts(t, 'admin')).toEqual(['Gemeldet: Privatsphäre. → /admin/reports'])
    expect((await mails(t)).map((line) => line.split(': ').at(-1))).toEqual(['Illegaler Inhalt'])
    expect(await own(t, 'admin')).toMatchObject({ briefing: false, weekly: false })
    for (const given of ['null', '[]', '5', '{"privacy": 5}', '{"x": {"mail": true}}'])
      expect((await t.attempt('admin', 'select public.admin_set_team_mails($1, null)', [given])).error).toBeUndefined()
  }),
)

test(
  'that nobody of the team was there rings once a day',
  harness(async (t) => {
    await t.owner('delete from public.moderation_actions')
    await t.owner('delete from public.admin_actions')
    await t.owner('select private.watch_team()')
    const away = async () => (await alerts(t, 'moderator')).filter((line) => line.includes('niemand'))
    expect(await away()).toEqual([])
    await t.owner(
      `insert into public.admin_actions (admin_id, action_type, target_type, created_at) values ($1, 'edit', 'star', now() - interval '50 hours')`,
      [people.admin],
    )
    await t.owner('select private.watch_team()')
    await t.owner('select private.watch_team()')
    expect(await away()).toEqual(['Seit 2 Tagen hat niemand aus dem Team etwas getan. → /admin'])
  }),
)

test(
  'on Mondays the admins who want it get the figures of the week before',
  harness(async (t) => {
    await confirm(t)
    await t.owner('delete from public.comments')
    await t.owner(
      `insert into public.comments (post_id, author_id, content, created_at) values ('${w.discussion}', $1, 'In der Woche', '2026-11-18 12:00Z')`,
      [people.member],
    )
    expect(await t.value(`select private.queue_weekly('2026-11-16')`)).toBe(1)
    const facts = await t.value(`select data ->> 'facts' from private.mail_outbox where template = 'weekly'`)
    expect(adminWeek.omit({ views: true }).parse(JSON.parse(String(facts)))).toMatchObject({
      monday: '2026-11-16',
      now: { comments: 1 },
      before: { comments: 0 },
      top: { posts: [{ comments: 1 }] },
    })
    await t.as('admin', `select public.admin_set_team_mails('{}', true, false)`)
    expect(await t.value(`select private.queue_weekly('2026-11-16')`)).toBe(0)
  }),
)
