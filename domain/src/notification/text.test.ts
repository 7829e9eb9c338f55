import { expect, it } from 'vitest'
import { exampleOf } from '../../../tests/support/example-of.ts'
import { accountNotification } from '../contract/account/account.ts'
import {
  type NotificationData,
  type NotificationType,
  notificationType,
} from '../contract/account/notification-data.ts'
import { memberRef } from '../contract/parts.ts'
import type { RumorStatus } from '../post/kinds.ts'
import { notificationPath } from './path.ts'
import { notificationFace, notificationText } from './text.ts'

const anna = exampleOf(memberRef, { nickname: 'Anna' })
const facts = (type: NotificationType, data: NotificationData = {}, people = 1) =>
  exampleOf(accountNotification, {
    type,
    data,
    actor: anna,
    actors_count: people,
    title: 'Titel',
    message: 'Nachricht.',
  })
const post = { post_title: 'Zieht Mandy aus?' }
const rumor = (post_mark: RumorStatus) => ({ ...post, post_mark })

const cases: [NotificationType, NotificationData, number, string][] = [
  ['comment_on_post', post, 1, 'Anna hat deinen Beitrag „Zieht Mandy aus?“ kommentiert'],
  ['comment_on_post', post, 5, 'Anna und 4 weitere haben deinen Beitrag „Zieht Mandy aus?“ kommentiert'],
  ['comment_on_post', {}, 1, 'Anna hat deinen Beitrag kommentiert'],
  // What is known about a rumor stands before its title, once in a sentence.
  ['comment_on_post', rumor('unverified'), 1, 'Anna hat deinen Beitrag „Gerücht: Zieht Mandy aus?“ kommentiert'],
  ['followed_comment', rumor('debunked'), 1, 'Anna hat bei „Widerlegt: Zieht Mandy aus?“ kommentiert'],
  ['subsequent_comment', rumor('verified'), 1, 'Anna hat nach dir zu „Bestätigt: Zieht Mandy aus?“ geschrieben'],
  [
    'vote_on_rumor',
    rumor('unverified'),
    2,
    'Anna und eine weitere Person haben über dein Gerücht „Zieht Mandy aus?“ abgestimmt',
  ],
  [
    'vote_on_rumor',
    rumor('debunked'),
    2,
    'Anna und eine weitere Person haben über dein Gerücht „Widerlegt: Zieht Mandy aus?“ abgestimmt',
  ],
  [
    'rumor_status_update',
    { ...rumor('debunked'), rumor_status: 'debunked' },
    1,
    'Dein Gerücht „Zieht Mandy aus?“ ist jetzt widerlegt',
  ],
  [
    'rumor_decided',
    { ...rumor('debunked'), rumor_status: 'debunked', hit: true },
    1,
    'Du lagst richtig: „Widerlegt: Zieht Mandy aus?“',
  ],
  [
    'rumor_decided',
    { ...post, rumor_status: 'debunked', hit: true },
    1,
    'Du lagst richtig: „Zieht Mandy aus?“ ist widerlegt',
  ],
  ['tagged_post', { ...rumor('unverified'), topic: 'Mandy' }, 1, 'Neu zu Mandy: „Gerücht: Zieht Mandy aus?“'],
  ['reply_to_comment', post, 1, 'Anna hat auf deinen Kommentar zu „Zieht Mandy aus?“ geantwortet'],
  ['subsequent_comment', post, 1, 'Anna hat nach dir zu „Zieht Mandy aus?“ geschrieben'],
  [
    'subsequent_comment',
    { ...post, answer: true },
    1,
    'Anna hat auf deinen Kommentar zu „Zieht Mandy aus?“ geantwortet',
  ],
  ['subsequent_comment', { answer: true }, 3, 'Anna und 2 weitere haben auf deinen Kommentar geantwortet'],
  ['subsequent_comment', {}, 3, 'Anna und 2 weitere haben nach dir noch etwas geschrieben'],
  ['mention', post, 1, 'Anna hat dich bei „Zieht Mandy aus?“ erwähnt'],
  ['mention', {}, 1, 'Anna hat dich erwähnt'],
  [
    'reaction_on_post',
    { ...post, reaction: 'heart' },
    1,
    'Anna hat auf deinen Beitrag „Zieht Mandy aus?“ mit ❤️ reagiert',
  ],
  [
    'reaction_on_post',
    { ...post, reaction: 'poop' },
    1,
    'Anna hat auf deinen Beitrag „Zieht Mandy aus?“ mit 💩 reagiert',
  ],
  [
    'reaction_on_post',
    { ...post, reaction: 'heart' },
    2,
    'Anna und eine weitere Person haben auf deinen Beitrag „Zieht Mandy aus?“ reagiert',
  ],
  [
    'reaction_on_comment',
    { ...post, reaction: 'heart' },
    1,
    'Anna hat auf deinen Kommentar zu „Zieht Mandy aus?“ mit ❤️ reagiert',
  ],
  ['reaction_on_comment', { reaction: 'poop' }, 1, 'Anna hat auf deinen Kommentar mit 💩 reagiert'],
  ['vote_on_rumor', { ...post, vote: 'agree' }, 1, 'Anna hat über dein Gerücht „Zieht Mandy aus?“ abgestimmt: Stimmt'],
  [
    'vote_on_rumor',
    { ...post, vote: 'disagree' },
    1,
    'Anna hat über dein Gerücht „Zieht Mandy aus?“ abgestimmt: Stimmt nicht',
  ],
  [
    'vote_on_rumor',
    { ...post, vote: 'agree' },
    9,
    'Anna und 8 weitere haben über dein Gerücht „Zieht Mandy aus?“ abgestimmt',
  ],
  ['vote_on_poll', { ...post, vote: 'agree' }, 1, 'Anna hat in deiner Umfrage „Zieht Mandy aus?“ abgestimmt'],
  [
    'rumor_status_update',
    { ...post, rumor_status: 'verified' },
    1,
    'Dein Gerücht „Zieht Mandy aus?“ ist jetzt bestätigt',
  ],
  [
    'rumor_status_update',
    { ...post, rumor_status: 'debunked' },
    1,
    'Dein Gerücht „Zieht Mandy aus?“ ist jetzt widerlegt',
  ],
  [
    'rumor_status_update',
    { ...post, rumor_status: 'unverified' },
    1,
    'Dein Gerücht „Zieht Mandy aus?“ ist jetzt unbestätigt',
  ],
  ['rumor_status_update', {}, 1, 'Nachricht.'],
  ['post_approved', post, 1, 'Dein Beitrag „Zieht Mandy aus?“ ist freigegeben'],
  ['post_rejected', post, 1, 'Dein Beitrag „Zieht Mandy aus?“ wurde abgelehnt'],
  ['post_approved', { ...post, revision: true }, 1, 'Deine Änderung an „Zieht Mandy aus?“ ist freigegeben'],
  ['post_rejected', { ...post, revision: true }, 1, 'Deine Änderung an „Zieht Mandy aus?“ wurde abgelehnt'],
  ['post_approved', { ...post, comment: true }, 1, 'Dein Kommentar zu „Zieht Mandy aus?“ ist freigegeben'],
  ['post_rejected', { ...post, comment: true }, 1, 'Dein Kommentar zu „Zieht Mandy aus?“ wurde abgelehnt'],
  ['post_approved', { ...post, restored: true }, 1, 'Dein Beitrag „Zieht Mandy aus?“ ist wieder online'],
  [
    'post_rejected',
    { ...post, hidden: true },
    1,
    'Dein Beitrag „Zieht Mandy aus?“ ist ausgeblendet, bis alles geklärt ist',
  ],
  ['rumor_changed', post, 1, 'Anna hat das Gerücht „Zieht Mandy aus?“ geändert, über das du abgestimmt hast'],
  [
    'rumor_changed',
    { ...post, post_type: 'poll' },
    1,
    'Anna hat die Umfrage „Zieht Mandy aus?“ geändert, in der du abgestimmt hast',
  ],
  [
    'rumor_changed',
    { ...post, by_team: true },
    1,
    'Das Team hat das Gerücht „Zieht Mandy aus?“ geändert, über das du abgestimmt hast',
  ],
  ['invite_used', {}, 1, 'Anna ist mit deiner Einladung dazugekommen'],
  ['invite_used', {}, 2, 'Anna und eine weitere Person sind mit deiner Einladung dazugekommen'],
  ['warning', { severity: 'low' }, 1, 'Nachricht.'],
]
it.each(cases)('%s %j by %i', (type, data, people, text) => {
  expect(notificationText(facts(type, data, people)).text).toBe(text)
})

it('calls a deleted member Unbekannt', () => {
  const { text } = notificationText({ ...facts('mention', post), actor: null })
  expect(text).toBe('Unbekannt hat dich bei „Zieht Mandy aus?“ erwähnt')
  const { text: several } = notificationText({ ...facts('mention', post), actor: null, actors_count: 5 })
  expect(several).toContain('Unbekannt und 4 weitere')
})

it.each([
  ['warned', 'low', 'Verwarnung'],
  ['warned', 'medium', 'Verwarnung'],
  ['warned', 'high', 'Verwarnung (Schwerwiegend)'],
  ['warned', undefined, 'Verwarnung'],
  ['banned', 'high', 'Sperre'],
  ['deleted', undefined, undefined],
] as const)('heads a message of the team about %s, severity %s, with %s', (action, severity, head) => {
  expect(notificationText(facts('warning', { action, severity })).head).toBe(head)
})

it('heads what became of an appeal with it', () => {
  expect(notificationText(facts('warning', { appeal: 'overturned' })).head).toBe('Dein Einspruch hatte Erfolg')
  expect(notificationText(facts('warning', { appeal: 'upheld' })).head).toBe('Dein Einspruch wurde abgelehnt')
})

it('has the reason of a decision and the text of a comment', () => {
  expect(notificationText(facts('post_rejected', { reason: 'Spam' })).detail).toBe('Grund: Spam')
  expect(notificationText(facts('post_rejected', { reason: 'Spam', decision_id: 'x' })).detail).toBe(
    'Grund: Spam Du kannst Einspruch einlegen.',
  )
  expect(notificationText(facts('rumor_status_update', { reason: null })).detail).toBeUndefined()
  expect(notificationText(facts('mention', { comment_excerpt: 'Na @du' })).detail).toBe('„Na @du“')
  expect(notificationText(facts('reaction_on_post')).detail).toBeUndefined()
})

it('ends a cut comment at a word', () => {
  const excerpt = `${'Das war so nicht '.repeat(6)}`.slice(0, 100)
  const { detail } = notificationText(facts('comment_on_post', { comment_excerpt: excerpt }))
  expect(detail).toBe(`„${'Das war so nicht '.repeat(5)}Das war so …“`)
})

it.each(notificationType.options)('words %s of an older row, which has none of the facts', (type) => {
  const { head, text } = notificationText(facts(type))
  expect(text).toMatch(/^\S.{7,}/u)
  expect(`${head} ${text}`).not.toMatch(/\{|\[|null| {2}|„“/u)
})

it('falls back to the text from the database', () => {
  expect(notificationText({ ...facts('warning'), message: '' }).text).toBe('Titel')
})

it.each([
  ['mention', anna, 'Anna'],
  ['mention', null, 'Unbekannt'],
  ['warning', null, 'HoT'],
  ['post_approved', null, 'HoT'],
] as const)('shows for %s by %j the face of %s', (type, actor, name) => {
  expect(notificationFace({ type, actor }).name).toBe(name)
})

it('shows the message of a type that only a newer server knows, and leads to its post', () => {
  const type = 'from_the_future' as NotificationType
  const newer = { ...facts(type), actor: null, post_id: '018f3c5e-0000-7000-8000-000000000001', comment_id: null }
  expect(notificationText(newer)).toEqual({ text: 'Nachricht.' })
  expect(notificationFace(newer).name).toBe('HoT')
  expect(notificationPath(newer)).toContain('018f3c5e')
})
