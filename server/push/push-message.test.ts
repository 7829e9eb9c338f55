import { notificationType } from '@hot/domain/contract/account/notification-data'
import { notificationTypes } from '@hot/domain/notification/types'
import { pushTarget } from '@hot/domain/url/app-links'
import { expect, test } from 'vitest'
import { examplePush } from '../../tests/support/server/example-push.ts'
import { pushMessage } from './push-message.ts'

test('a push has the text of the list, without quotes of others, and links to the exact place', () => {
  expect(pushMessage(examplePush())).toEqual({
    id: '80000000-0000-4000-8000-000000000001',
    type: 'comment_on_post',
    title: 'HoT',
    body: 'Anna und 2 weitere haben deinen Beitrag „Wer zieht ein?“ kommentiert',
    path: '/trashtalk/diskussionen/2026/11/21/wer-zieht-ein?kommentar=80000000-0000-4000-8000-000000000003#kommentar-80000000-0000-4000-8000-000000000003',
    badge: 4,
  })
})

test('of a decision it shows the kind only, neither text nor reason', () => {
  const message = 'Wir haben deinen Kommentar entfernt. Es geht um deinen Kommentar: „Peinlich!“. Grund: Beleidigung.'
  const { title, body, path } = pushMessage(examplePush({ type: 'warning', message, data: { severity: 'high' } }))
  expect({ title, body, path }).toEqual({
    title: 'Verwarnung (Schwerwiegend)',
    body: 'Wir haben deinen Kommentar entfernt.',
    path: '/account/moderation',
  })
})

test('a name that looks like markup, a variable or a formula is shown as it is', () => {
  const post_title = `=1 <b>Söhne</b> & "O'Neil" 100% \\ $& {{.X}} {title} </script> 🦩 אבג`
  expect(pushMessage(examplePush({ data: { post_title } })).body).toContain(`„${post_title}“`)
})

test('a lock screen never shows the title of a rumor without what is known about it', () => {
  const data = { post_title: 'Mandy ist pleite', post_type: 'rumor' }
  for (const [type, post_mark, said] of [
    ['comment_on_post', 'unverified', 'Gerücht: Mandy'],
    ['tagged_post', 'debunked', 'Widerlegt: Mandy'],
    ['rumor_decided', 'verified', 'Bestätigt: Mandy'],
    ['vote_on_rumor', 'unverified', 'dein Gerücht „Mandy'],
  ] as const)
    expect(pushMessage(examplePush({ type, data: { ...data, post_mark } })).body).toContain(said)
})

test('a long title is cut at a word; without a target the link leads to the list', () => {
  const long = pushMessage(examplePush({ data: { post_title: 'Sommerhaus '.repeat(40) } }))
  expect([...long.body].length).toBeLessThanOrEqual(182)
  expect(long.body).toMatch(/Sommerhaus …$/)
  expect(pushMessage(examplePush({ post_id: null, comment_id: null, data: {} })).path).toBe(
    '/account/benachrichtigungen',
  )
})

/** The admin area is on the web only; the apps open the list instead. */
const types = notificationType.options.filter((type) => !notificationTypes[type].teamOnly)

test.each(types)('the apps open the target of a push of %s', (type) => {
  for (const facts of [{}, { comment_id: null }, { data: {} }, { data: {}, post_id: null }]) {
    const { path } = pushMessage(examplePush({ type, ...facts }))
    expect(pushTarget(path, 'https://hot.example')).toBe(path)
  }
})
