import { expect, test } from 'vitest'
import { readOutboxes } from '../../../server/metrics/outbox-counts.ts'
import { claim, notify, settle, withPhone } from '../notifications/push-steps.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)
const figures = (t: Harness) =>
  readOutboxes(
    async (sql) => (await t.owner(sql)).rows as Awaited<ReturnType<Parameters<typeof readOutboxes>[0]>>,
    async () => none,
  )
const none = { waiting: 0, failed: 0, oldestSeconds: 0 }

test(
  'empty outboxes are zero, not absent',
  harness(async (t) => {
    expect(await figures(t)).toEqual({ mails: none, accounts: none, pushes: { ios: none, android: none, web: none } })
  }),
)

test(
  'waiting and given up entries are counted, sent and old ones are not',
  harness(async (t) => {
    await withPhone(t)
    for (const kind of ['mention', 'comment_on_post', 'vote_on_poll']) await notify(t, kind)
    const [sent, refused] = await claim(t)
    await settle(t, sent?.id, 'sent')
    await settle(t, refused?.id, 'refused', ['BadTopic', null, 0])
    for (const address of ['a@gmx.de', 'b@gmx.de', 'c@gmx.de'])
      await t.owner(
        `select private.send_mail($1, 'report_outcome', '{"target": "Beitrag", "reason": "Spam", "outcome": "Nein."}')`,
        [address],
      )
    await t.owner(`update private.mail_outbox set tries = 10 where recipient = 'a@gmx.de'`)
    await t.owner(`update private.mail_outbox set sent_at = now() where recipient = 'b@gmx.de'`)
    await t.owner(`update private.mail_outbox set created_at = created_at - interval '1 hour'`)
    const oldestSeconds = expect.closeTo(3600, -2)
    expect(await figures(t)).toMatchObject({
      mails: { waiting: 1, failed: 1, oldestSeconds },
      pushes: { ios: { waiting: 1, failed: 1 }, android: none, web: none },
    })
    await t.owner(`update private.push_queue set created_at = now() - interval '25 hours'`)
    expect((await figures(t)).pushes.ios).toEqual(none)
  }),
)
