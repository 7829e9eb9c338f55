import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

type Claimed = {
  mails: { id: number; recipient: string; template: string; data: Record<string, string> }[]
  held: number
}
/** As the web server asks by default: a third of 30 mails an hour, 20 at a time. */
const claim = async (t: Harness) =>
  (await t.service('select public.claim_mails(20, 10) as answer')).rows[0]?.answer as Claimed
const duty = (t: Harness, n: number) =>
  n % 2
    ? t.owner(
        `select private.send_mail('gast${n}@example.org', 'report_confirmation', '{"target": "Beitrag", "reason": "Spam", "path": "/melden/bestaetigen#x"}')`,
      )
    : t.owner(
        `select private.send_mail('gast${n}@example.org', 'report_outcome', '{"target": "Beitrag", "reason": "Spam", "outcome": "Weg."}')`,
      )
const alarm = (t: Harness, what: string) =>
  t.owner(`select private.alert_team($1, '{}', gen_random_uuid(), null)`, [what])
const alertsIn = ({ data }: Claimed['mails'][number]) => (JSON.parse(data.alerts ?? '[]') as { alert: string }[]).length

/** Two of the team get alarms and the briefing by mail. */
async function twoStaff(t: Harness) {
  await t.platform('update auth.users set email_confirmed_at = now()')
  for (const who of ['admin', 'moderator'] as const)
    await t.as(
      who,
      `select public.admin_set_team_mails('{"illegal_content": {"mail": true}, "privacy": {"mail": true}, "appeal": {"mail": true}, "star_door": {"mail": true}}', true)`,
    )
}

test(
  'eight alarms, a briefing and 20 mails of duty in one hour: each of duty leaves with the next round, in order, and the alarms are folded',
  harness(async (t) => {
    await twoStaff(t)
    const left: Claimed['mails'] = []
    const round = async () => {
      const { mails } = await claim(t)
      left.push(...mails)
      return mails
    }
    for (let n = 0; n < 20; n += 1) {
      if (n % 3 === 0) await alarm(t, ['illegal_content', 'privacy', 'appeal', 'star_door'][n % 4] ?? 'appeal')
      if (n === 19) await alarm(t, 'illegal_content')
      if (n === 10)
        await t.owner(
          `select private.send_mail(u.email, 'briefing', '{"facts": "{}"}') from auth.users u join public.profiles p on p.id = u.id where p.role in ('moderator', 'admin')`,
        )
      await duty(t, n)
      expect((await round())[0], 'nothing is before it').toMatchObject({ recipient: `gast${n}@example.org` })
    }
    const of = (template: string) => left.filter((mail) => mail.template === template)
    expect(left.filter(({ recipient }) => recipient.startsWith('gast')).map(({ recipient }) => recipient)).toEqual(
      Array.from({ length: 20 }, (_, n) => `gast${n}@example.org`),
    )
    // The first at once; the seven others wait together until the hour is over.
    expect(of('team_alert').map(alertsIn)).toEqual([1, 1])
    expect(await claim(t)).toMatchObject({ mails: [], held: expect.any(Number) })
    await t.owner(
      `update private.mail_outbox set tried_at = tried_at - interval '61 minutes' where tried_at is not null`,
    )
    const later = (await claim(t)).mails.filter(({ template }) => template === 'team_alert')
    expect(later.map(alertsIn)).toEqual([7, 7])
  }),
)

test(
  'what the team and digests have used up of the hour is not missing for duty; a flood of confirmations leaves room for outcomes and alarms',
  harness(async (t) => {
    await twoStaff(t)
    for (let n = 0; n < 10; n += 1)
      await t.owner(`select private.send_mail('team${n}@example.org', 'weekly', '{"facts": "{}"}')`)
    expect((await claim(t)).mails).toHaveLength(10)
    for (let n = 1; n < 80; n += 2) await duty(t, n)
    const flood = await claim(t)
    expect(flood.mails.map(({ template }) => template)).toEqual(Array(20).fill('report_confirmation'))
    expect((await claim(t)).held).toBe(20)
    await duty(t, 2)
    await alarm(t, 'privacy')
    expect((await claim(t)).mails.map(({ template }) => template)).toEqual(['report_outcome'])
    await t.owner(
      `update private.mail_outbox set tried_at = now() - interval '2 hours' where template = 'weekly' and tried_at is not null`,
    )
    expect((await claim(t)).mails.map(({ template }) => template)).toEqual(['team_alert', 'team_alert'])
  }),
)

test(
  'an alarm that has not left when the briefing is written is part of it',
  harness(async (t) => {
    await twoStaff(t)
    await alarm(t, 'appeal')
    const admin = await t.value(
      `select u.email from auth.users u join public.profiles p on p.id = u.id where p.role = 'admin'`,
    )
    expect(await t.value(`select private.gathered_alerts($1)`, [admin])).toEqual({
      alerts: [{ alert: 'appeal', title: expect.any(String) }],
    })
    expect(await t.value(`select private.gathered_alerts($1)`, [admin]), 'taken once').toEqual({ alerts: [] })
    expect((await claim(t)).mails.map(({ recipient }) => recipient)).not.toContain(admin)
  }),
)

test(
  'what a stranger can have mailed to any address shares a part of the hour, and is no duty',
  harness(async (t) => {
    const templates = fs
      .readdirSync(path.resolve(import.meta.dirname, '../../site-mails'))
      .map((file) => path.basename(file, '.html'))
      .filter((name) => name.endsWith('_confirmation'))
    expect(templates.length).toBeGreaterThan(1)
    for (const name of templates) expect(await t.value(`select private.mail_lane('${name}')`), name).toBe('asked')
  }),
)
