import { accountNotification } from '@hot/domain/contract/account/account'
import { memberRef } from '@hot/domain/contract/parts'
import type { PushDevice, WaitingPush } from '../../../server/push/push-message.ts'
import { exampleOf } from '../example-of.ts'

const id = (n: number) => `80000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const phone: PushDevice = { kind: 'ios', token: 'a1'.repeat(32), p256dh: null, auth: null, environment: 'production' }

/** A claimed push about a comment, with the test's changes. */
export const examplePush = (
  changed: Partial<WaitingPush['notification']> = {},
  device: PushDevice = phone,
  number = 7,
): WaitingPush => ({
  id: number,
  device,
  unread: 4,
  notification: exampleOf(accountNotification.omit({ read: true, created_at: true }), {
    id: id(1),
    type: 'comment_on_post',
    title: 'Neuer Kommentar',
    message: 'Anna und 2 weitere haben kommentiert.',
    data: {
      post_title: 'Wer zieht ein?',
      post_created_at: '2026-11-21T10:00:00Z',
      post_type: 'discussion',
      post_slug: 'wer-zieht-ein',
      comment_excerpt: 'Das geht nur uns zwei an',
    },
    post_id: id(2),
    comment_id: id(3),
    actor: exampleOf(memberRef, { id: id(4), nickname: 'Anna' }),
    actors_count: 3,
    ...changed,
  }),
})
