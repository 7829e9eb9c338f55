import { expect, test } from 'vitest'
import { analyticsEventTypes, guestEventTypes, mayGuestsSend } from './events.ts'

test('guests may send eleven types, and nothing that somebody does as a member', () => {
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
