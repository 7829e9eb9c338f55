import { expect, it } from 'vitest'
import type { NotificationType } from '../contract/account/notification-data.ts'
import { notificationPath } from './path.ts'
import { kindOf } from './types.ts'

const post = { post_type: 'rumor', post_created_at: '2026-11-21T22:30:00+00:00', post_slug: 'zieht-mandy-aus' }
/** The post was created at 23:30 in Berlin, so its URL has the 21st. */
const dated = '/trashtalk/geruechte/2026/11/21/zieht-mandy-aus'

const aboutPosts: NotificationType[] = [
  'reaction_on_post',
  'vote_on_rumor',
  'vote_on_poll',
  'rumor_status_update',
  'post_approved',
]
it.each(aboutPosts)('%s leads to the dated address of the post', (type) => {
  expect(notificationPath({ type, data: post, post_id: 'p1', comment_id: null })).toBe(dated)
})

const aboutComments: NotificationType[] = [
  'comment_on_post',
  'reply_to_comment',
  'subsequent_comment',
  'reaction_on_comment',
  'mention',
]
it.each(aboutComments)('%s leads to the comment itself', (type) => {
  const path = notificationPath({ type, data: post, post_id: 'p1', comment_id: 'c7' })
  expect(path).toBe(`${dated}?kommentar=c7#kommentar-c7`)
})

const fixed: [NotificationType, string][] = [
  ['warning', '/account/moderation'],
  ['invite_used', '/invites'],
  ['team_role', '/account/sicherheit'],
]
it.each(fixed)('%s leads to %s', (type, path) => {
  expect(notificationPath({ type, data: post, post_id: 'p1', comment_id: 'c7' })).toBe(path)
})

it.each([
  [{ outcome: 'deleted', rule: 'tone' }, '/community-guidelines#ton'],
  [{ outcome: 'acted', rule: 'law_hate' }, '/community-guidelines#einspruch'],
  [{ outcome: 'ignored' }, '/community-guidelines#einspruch'],
  [{ outcome: 'gone' }, null],
  [{ ...post, outcome: 'acted', rule: 'tone' }, dated],
])('the outcome %j leads to what still stands, else to the rule or how to object', (data, path) => {
  expect(notificationPath({ type: 'report_outcome', data, post_id: null, comment_id: null })).toBe(path)
})

it('an outcome has a second link to its rule', () => {
  const { more } = kindOf('report_outcome')
  expect(more?.({ post_slug: 'zieht-mandy-aus', outcome: 'acted', rule: 'rumors' })).toEqual({
    text: 'Regel: 2. Gerüchte',
    path: '/community-guidelines#geruechte',
  })
  expect(more?.({ outcome: 'gone' })).toBeUndefined()
})

it('uses the Berlin day', () => {
  const data = { ...post, post_created_at: '2026-11-21T23:00:00+00:00' }
  const path = notificationPath({ type: 'post_approved', data, post_id: 'p1', comment_id: null })
  expect(path).toBe('/trashtalk/geruechte/2026/11/22/zieht-mandy-aus')
})

it('links to a post by its id if its slug is unknown', () => {
  expect(notificationPath({ type: 'post_approved', data: {}, post_id: 'p1', comment_id: null })).toBe(
    '/trashtalk/post/p1',
  )
  const facts = { type: 'mention', data: { post_type: 'poll' }, post_id: 'p1', comment_id: 'c7' } as const
  expect(notificationPath(facts)).toBe('/trashtalk/umfrage/p1?kommentar=c7#kommentar-c7')
})

it('has no target without a post', () => {
  expect(notificationPath({ type: 'mention', data: {}, post_id: null, comment_id: null })).toBeNull()
})
