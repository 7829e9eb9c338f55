import { expect, test } from 'vitest'
import { useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { aMinuteLater, claim, devices, id, notify, phone, queued, register, settle, withPhone } from './push-steps.ts'

const harness = useHarness(createWorld)

test(
  'disabled, hidden and unsupported notifications are not pushed; decisions of staff always are',
  harness(async (t) => {
    await withPhone(t)
    await t.owner(
      `insert into public.notification_preferences (user_id, type, enabled) values ($1, 'mention', false), ($1, 'reaction_on_post', false)`,
      [people.member],
    )
    await notify(t, 'mention')
    await notify(t, 'reply_to_comment')
    expect(await queued(t)).toBe(0)
    await notify(t, 'warning', null)
    await notify(t, 'post_rejected', null)
    expect(await claim(t, '{android}')).toEqual([])
    const claimed = await claim(t)
    expect(claimed.map(({ notification }) => notification.type)).toEqual(['warning', 'post_rejected'])
    expect(claimed[0]).toMatchObject({ device: { kind: 'ios', token: phone }, unread: 2 })
  }),
)

test(
  'a notification read or disabled before it was sent is not sent',
  harness(async (t) => {
    await withPhone(t)
    await notify(t, 'mention')
    await notify(t, 'comment_on_post')
    await notify(t, 'vote_on_poll')
    await t.as('member', `update public.notifications set read = true where type = 'mention'`)
    await t.as('member', `select public.set_notification_setting('vote_on_poll', false)`)
    expect((await claim(t)).map(({ notification }) => notification.type)).toEqual(['comment_on_post'])
    expect(await queued(t)).toBe(1)
  }),
)

test(
  'what was on its way when everything is to rest is not sent, but for what is always told',
  harness(async (t) => {
    await withPhone(t)
    await notify(t, 'mention')
    await notify(t, 'warning', null)
    await t.as('member', `select public.set_notification_setting('all', false)`)
    expect((await claim(t)).map(({ notification }) => notification.type)).toEqual(['warning'])
  }),
)

test(
  'an answer is pushed as one, unless answers were switched off meanwhile',
  harness(async (t) => {
    await withPhone(t)
    const mine = '40000000-0000-4000-8000-000000000001'
    await t.as('member', `insert into public.comments (id, post_id, content) values ('${mine}', '${w.rumor}', 'Eins')`)
    const reply = (content: string) =>
      t.as('admin', 'insert into public.comments (post_id, parent_id, content) values ($1, $2, $3)', [
        w.rumor,
        mine,
        content,
      ])
    await reply('Zwei')
    await t.settled()
    const [pushed] = await claim(t)
    expect(pushed?.notification).toMatchObject({ type: 'subsequent_comment', data: { answer: true } })
    await reply('Drei')
    await t.settled()
    await t.as('member', `select public.set_notification_setting('reply_to_comment', false)`)
    await t.owner('update private.push_queue set next_try_at = now(), sent_at = null')
    expect(await claim(t)).toEqual([])
  }),
)

test(
  'two servers share the queue, an unsettled push is retried, and the eighth try is the last',
  harness(async (t) => {
    await withPhone(t)
    await notify(t, 'mention')
    const [first] = await claim(t)
    expect(await claim(t)).toEqual([])
    const waits: unknown[] = []
    for (let tries = 1; tries <= 8; tries += 1) {
      waits.push(Number(await t.value('select extract(epoch from next_try_at - now()) / 60 from private.push_queue')))
      await settle(t, first?.id, 'later', ['503', null, 0])
      await t.owner('update private.push_queue set next_try_at = now()')
      expect((await claim(t)).length).toBe(tries < 8 ? 1 : 0)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128])
    expect(await t.value('select last_error from private.push_queue')).toBe('503')
  }),
)

test(
  'the service’s own wait counts if it is longer; a dead token is deleted unless it was renewed meanwhile',
  harness(async (t) => {
    await withPhone(t)
    await notify(t, 'mention')
    const [first] = await claim(t)
    await settle(t, first?.id, 'later', ['429', null, 600])
    expect(await t.value(`select next_try_at = now() + interval '10 minutes' from private.push_queue`)).toBe(true)
    await register(t, 'member', id(1), 'b2'.repeat(32))
    await settle(t, first?.id, 'gone', ['410', phone, 0])
    expect(await devices(t)).toBe(1)
    await settle(t, first?.id, 'gone', ['410', 'b2'.repeat(32), 0])
    expect([await devices(t), await queued(t)]).toEqual([0, 0])
  }),
)

test(
  'a notification with one more person is pushed again, not within five minutes, whatever became of the first push',
  harness(async (t) => {
    await withPhone(t)
    await notify(t, 'reaction_on_post', people.other)
    const [first] = await claim(t)
    await settle(t, first?.id, 'sent')
    await aMinuteLater(t)
    await notify(t, 'reaction_on_post', people.other)
    expect(await claim(t)).toEqual([])
    await notify(t, 'reaction_on_post', people.admin)
    await aMinuteLater(t)
    await notify(t, 'reaction_on_post', people.moderator)
    expect(await queued(t)).toBe(1)
    expect(await claim(t)).toEqual([])
    expect(await t.value(`select next_try_at = now() + interval '5 minutes' from private.push_queue`)).toBe(true)
    await settle(t, first?.id, 'sent')
    await t.owner('update private.push_queue set next_try_at = now()')
    expect(await claim(t)).toMatchObject([
      { unread: 1, notification: { actors_count: 3, actor: { nickname: 'lagerwache' } } },
    ])
  }),
)

test(
  'a refused push is never retried; the daily job deletes old rows and unused devices',
  harness(async (t) => {
    await withPhone(t)
    await notify(t, 'mention')
    await settle(t, (await claim(t))[0]?.id, 'refused', ['400 PayloadTooLarge', null, 0])
    await t.owner('update private.push_queue set next_try_at = now()')
    expect(await claim(t)).toEqual([])
    await t.owner(`update private.push_queue set created_at = now() - interval '8 days'`)
    await t.owner('select private.clear_pushes()')
    expect([await devices(t), await queued(t)]).toEqual([1, 0])
    await t.owner(`update public.push_devices set last_seen_at = now() - interval '271 days'`)
    await t.owner('select private.clear_pushes()')
    expect(await devices(t)).toBe(1)
    await t.owner(`update public.push_devices set kind = 'android', environment = null`)
    await t.owner('select private.clear_pushes()')
    expect(await devices(t)).toBe(0)
  }),
)
