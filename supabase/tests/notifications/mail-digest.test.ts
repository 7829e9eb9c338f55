import { accountNotification } from '@hot/domain/contract/account/account'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Harness, useHarness } from '../support/harness.ts'
import { mailOf, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** `other`, whose address is confirmed, wants the mail this often. */
async function choose(t: Harness, rhythm: string) {
  await t.platform(`update auth.users set email_confirmed_at = now() where id = '${people.other}'`)
  return t.as('other', 'select public.set_digest($1)', [rhythm])
}
/** Somebody comments on the post of `other`, who is told at once. */
async function comment(t: Harness, text: string) {
  await t.as('member', 'insert into public.comments (post_id, content) values ($1, $2)', [w.discussion, text])
  await t.owner('select private.deliver_notifications()')
}
/** A test is one transaction, in which time stands still. */
async function timePasses(t: Harness) {
  await t.owner(
    `update private.digests set next_at = now() - interval '1 minute', seen_until = seen_until - interval '1 minute'`,
  )
  await t.owner(`update public.notifications set created_at = created_at - interval '30 seconds'`)
}
const run = (t: Harness) => t.value('select private.queue_digests()')
type Mail = { recipient: string; data: { items: string; total: string; code: string } }
const mails = async (t: Harness) =>
  (await t.owner(`select recipient, data from private.mail_outbox where template = 'digest' order by id`))
    .rows as unknown as Mail[]
const itemsOf = (mail: Mail | undefined) => z.array(accountNotification).parse(JSON.parse(mail?.data.items ?? '[]'))

test(
  'whoever wants it gets one mail about what came since, and none when there is nothing new',
  harness(async (t) => {
    await comment(t, 'Vor dem ersten Mal')
    await t.owner(`update public.notifications set created_at = created_at - interval '1 hour'`)
    expect((await choose(t, 'daily')).rows).toEqual([{ set_digest: { rhythm: 'daily' } }])
    await comment(t, 'Danach, ||der Sieger|| ist raus')
    expect(await run(t), 'not due yet').toBe(0)
    await timePasses(t)
    expect(await run(t)).toBe(1)
    expect(await run(t), 'once').toBe(0)
    const [mail, ...others] = await mails(t)
    expect(others).toEqual([])
    expect(mail?.recipient).toBe(mailOf('other'))
    expect(itemsOf(mail).map(({ type }) => type)).toEqual(['comment_on_post'])
    expect(JSON.stringify(mail)).not.toContain('der Sieger')
    await timePasses(t)
    expect(await run(t), 'nothing new').toBe(0)
  }),
)

test(
  'not told: who switched it off, is banned, has no confirmed address, has read it, or has blocked who wrote',
  harness(async (t) => {
    await choose(t, 'daily')
    const reasons: Record<string, string> = {
      off: `update private.digests set rhythm = 'off', next_at = null`,
      banned: `update public.profiles set is_banned = true where id = '${people.other}'`,
      unconfirmed: `update auth.users set email_confirmed_at = null where id = '${people.other}'`,
      read: `update public.notifications set read = true`,
      blocked: `insert into private.member_blocks (member_id, other_id, kind) values ('${people.other}', '${people.member}', 'block')`,
      gone: `delete from auth.users where id = '${people.other}'`,
    }
    await comment(t, 'Etwas Neues')
    await timePasses(t)
    for (const [reason, sql] of Object.entries(reasons))
      await t.undone(async () => {
        await t.platform(sql)
        expect({ reason, queued: await run(t) }).toEqual({ reason, queued: 0 })
      })
    expect(await run(t)).toBe(1)
  }),
)

test(
  'many are summed up: eight of them, within the size of a mail, and their number',
  harness(async (t) => {
    await choose(t, 'weekly')
    await t.owner(
      `insert into public.notifications (user_id, type, title, message, data)
       select $1, 'warning', 'Hinweis', repeat('"Ä"', 200), '{}' from generate_series(1, 30)`,
      [people.other],
    )
    await timePasses(t)
    expect(await run(t)).toBe(1)
    const [mail] = await mails(t)
    expect(mail?.data.total).toBe('30')
    expect(itemsOf(mail).length).toBeGreaterThan(0)
    expect(itemsOf(mail).length).toBeLessThanOrEqual(8)
  }),
)

test(
  'with the code of the mail anybody ends it and takes that back; another code does nothing',
  harness(async (t) => {
    await choose(t, 'weekly')
    const code = await t.value('select code from private.digests')
    const by = (given: unknown, rhythm: string) =>
      t.as('guest', 'select public.set_digest_by_code($1, $2) as answer', [given, rhythm])
    expect((await by('00000000-0000-4000-8000-000000000000', 'off')).rows).toEqual([{ answer: { former: null } }])
    expect((await by("'; --", 'off')).rows).toEqual([{ answer: { former: null } }])
    expect((await by(code, 'off')).rows).toEqual([{ answer: { former: 'weekly' } }])
    expect((await by(code, 'off')).rows, 'again').toEqual([{ answer: { former: 'off' } }])
    expect(await t.value('select next_at from private.digests')).toBeNull()
    await by(code, 'weekly')
    expect((await t.as('other', 'select public.own_digest() as answer')).rows).toEqual([
      { answer: { rhythm: 'weekly' } },
    ])
    for (const rhythm of ['hourly', null])
      expect((await t.attempt('guest', 'select public.set_digest_by_code($1, $2)', [code, rhythm])).error?.hint).toBe(
        'rhythm_unknown',
      )
  }),
)

test(
  'daily at 18:00 in Berlin, weekly on Sundays, also across the change of clocks',
  harness(async (t) => {
    const next = async (rhythm: string, after: string) => {
      const at = await t.value('select private.next_digest($1, $2::timestamptz)', [rhythm, after])
      return at === null ? null : new Date(at as string).toISOString()
    }
    expect(await next('daily', '2026-11-26T16:59:00Z')).toBe('2026-11-26T17:00:00.000Z')
    expect(await next('daily', '2026-11-26T17:00:00Z')).toBe('2026-11-27T17:00:00.000Z')
    expect(await next('weekly', '2026-11-26T12:00:00Z')).toBe('2026-11-29T17:00:00.000Z')
    expect(await next('weekly', '2026-10-24T12:00:00Z')).toBe('2026-10-25T17:00:00.000Z')
    expect(await next('daily', '2026-03-28T18:00:00Z')).toBe('2026-03-29T16:00:00.000Z')
    expect(await next('off', '2026-11-26T12:00:00Z')).toBeNull()
  }),
)

test(
  'a report’s mail does not wait behind digests',
  harness(async (t) => {
    await t.owner(
      `insert into private.mail_outbox (recipient, template, data, next_try_at) values
       ('a@example.org', 'digest', '{"items": "[]", "total": "1", "code": "x"}', now() - interval '1 hour'),
       ('b@example.org', 'report_outcome', '{"target": "Beitrag", "reason": "Spam", "outcome": "Weg."}', now() - interval '1 minute')`,
    )
    const claimed = (await t.value('select private.claim_mails(1, null)')) as { mails: { template: string }[] }
    expect(claimed.mails.map(({ template }) => template)).toEqual(['report_outcome'])
  }),
)
