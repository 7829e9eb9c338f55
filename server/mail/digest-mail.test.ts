import { type AccountNotification, accountNotification } from '@hot/domain/contract/account/account'
import { memberRef } from '@hot/domain/contract/parts'
import { expect, test } from 'vitest'
import { exampleOf } from '../../tests/support/example-of.ts'
import { siteMail } from './mail-outbox.ts'

const site = 'https://hot.example'
const code = '6f1d8a52-3c1e-4a84-9d3e-0f4b2c7a9b10'
const entry = (facts: Partial<AccountNotification>) =>
  exampleOf(accountNotification, { type: 'comment_on_post', ...facts })
const mailWith = (items: AccountNotification[], total = items.length) =>
  siteMail(
    {
      id: 9,
      recipient: 'anna@example.org',
      template: 'digest',
      data: { items: JSON.stringify(items), total: `${total}`, code },
    },
    site,
  )

test('lists what is unread with links to it, and where to end the mails', () => {
  const mail = mailWith(
    [
      entry({
        data: {
          post_title: '<b>Wer</b> zieht ein?',
          post_type: 'rumor',
          post_mark: 'debunked',
          post_created_at: '2026-11-26T12:00:00Z',
          post_slug: 'wer-zieht-ein',
          comment_excerpt: 'Geheimer Auszug',
        },
        actor: exampleOf(memberRef, { nickname: 'Bea' }),
        actors_count: 1,
      }),
      entry({ type: 'warning', message: 'Wir haben etwas entfernt. Grund: sehr privat.', data: { action: 'warned' } }),
    ],
    12,
  )
  expect(mail).toMatchObject({
    to: 'anna@example.org',
    subject: 'Was bei HoT auf dich wartet',
    id: 'outbox-9',
    unsubscribe: `${site}/abbestellen?code=${code}`,
  })
  expect(mail.text).toContain('Bea hat deinen Beitrag „Widerlegt: <b>Wer</b> zieht ein?“ kommentiert')
  expect(mail.html).not.toContain('<b>Wer</b>')
  expect(mail.html).toContain(`href="${site}/trashtalk/geruechte/2026/11/26/wer-zieht-ein"`)
  expect(mail.html).toContain(`href="${site}/abbestellen#${code}"`)
  expect(mail.text).toContain('Und noch 10 weitere.')
  // What the lock screen does not show either.
  expect(mail.text).not.toMatch(/Geheimer Auszug|sehr privat/)
})

test('what the database does not write is an error', () => {
  expect(() =>
    siteMail(
      { id: 1, recipient: 'a@example.org', template: 'digest', data: { items: '[{}]', total: '1', code } },
      site,
    ),
  ).toThrow()
})
