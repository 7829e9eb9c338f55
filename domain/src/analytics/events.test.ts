import { expect, test } from 'vitest'
import { analyticsEventTypes, analyticsPath, guestEventTypes, mayGuestsSend } from './events.ts'

test('guests may send eleven types, and no actions of members', () => {
  expect(guestEventTypes).toHaveLength(11)
  expect(analyticsEventTypes.filter((type) => !mayGuestsSend(type))).toEqual([
    'user_login',
    'user_logout',
    'user_register',
    'post_create',
    'comment_create',
    'vote_cast',
    'fan_add',
    'fan_remove',
    'social_share',
    'suspicious_registration',
  ])
})

test('there are 21 types, each once', () => {
  expect(new Set(analyticsEventTypes).size).toBe(21)
})

test.each([
  ['/', '/'],
  ['', '/'],
  ['/stars', '/stars'],
  ['/stars/', '/stars'],
  ['/stars/anna-muster', '/stars/anna-muster'],
  ['/trashtalk/geruechte/2026/11/22/wer-zieht-ein', '/trashtalk/geruechte'],
  ['/formate/insel/staffel/staffel-3', '/formate/insel'],
  ['/invites?code=ABCD2345', '/invites'],
  ['/auth/callback#access_token=geheim&type=recovery', '/auth/callback'],
  ['/stars?suche=a/b#c/d', '/stars'],
  ['/stars#?x', '/stars'],
  ['?mail=anna@example.org', '/'],
  ['#oben', '/'],
  ['/a?b\nc', '/a'],
  ['//stars//anna//x', '/stars/anna'],
  ['https://hot.example/stars/anna/x?y#z', '/stars/anna'],
  ['https://hot.example', '/'],
  ['https://hot.example?x=1', '/'],
  ['capacitor://localhost/kalender', '/kalender'],
])('%j is counted as %j', (path, counted) => {
  expect(analyticsPath(path)).toBe(counted)
})
