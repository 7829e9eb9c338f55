import { notificationsPage } from '@hot/domain/contract/community'
import { notificationPath } from '@hot/domain/notification/path'
import { notificationText } from '@hot/domain/notification/text'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** What a person's list says of alerts, and where that leads. */
const alerts = async (t: Harness, who: 'moderator' | 'admin' | 'member' | 'other') => {
  const { rows } = await t.as(who, 'select public.notifications_page() as page')
  const items = notificationsPage.parse(rows[0]?.page).items.filter(({ type }) => type === 'team_alert')
  return items.map((item) => `${notificationText(item).text} → ${notificationPath(item)}`).sort()
}
const report = (t: Harness, who: 'member' | 'moderator', target: string, reason: string) =>
  t.as(who, `select public.report_content(gen_random_uuid(), 'post', '${target}', '${reason}')`)

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
