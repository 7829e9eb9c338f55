import { expect, it } from 'vitest'
import { badgeSentence, badgeText, nearBottom, notificationLimits } from './limits.ts'

it('holds page sizes, intervals and the height of the menu', () => {
  expect(notificationLimits).toEqual({
    pageSize: 20,
    menuPageSize: 8,
    countEveryMs: 60_000,
    recountAfterMarkAllMs: 250,
    followUpMs: 200,
    menuHeight: 280,
    loadMoreWithin: 10,
  })
})

it.each([
  [-1, '', 'Keine ungelesenen Benachrichtigungen'],
  [0, '', 'Keine ungelesenen Benachrichtigungen'],
  [1, '1', '1 ungelesene Benachrichtigung'],
  [3, '3', '3 ungelesene Benachrichtigungen'],
  [99, '99', '99 ungelesene Benachrichtigungen'],
  [100, '99+', '100 ungelesene Benachrichtigungen'],
])('%i unread: %s', (unread, text, sentence) => {
  expect(badgeText(unread)).toBe(text)
  expect(badgeSentence(unread)).toBe(sentence)
})

it.each([
  [209, false],
  [210, true],
  [220, true],
  [221, true],
])('scrolled to %i of 220 px: more is loaded: %s', (scrollTop, more) => {
  expect(nearBottom({ scrollTop, clientHeight: 280, scrollHeight: 500 })).toBe(more)
})
