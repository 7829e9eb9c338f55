import { expect, test } from 'vitest'
import { base64Of, sheetOutcome } from './share-sheet.ts'

test('a completed share counts as shared', async () =>
  expect(await sheetOutcome(async () => ({ activityType: 'com.apple.UIKit.activity.Mail' }))).toBe('shared'))

test.each([
  ['Share canceled', 'dismissed'],
  ["Can't share while sharing is in progress", 'dismissed'],
  ['Error sharing item', 'failed'],
  ['"Share" plugin is not implemented on ios', 'failed'],
])('"%s" counts as %s', async (message, outcome) =>
  expect(await sheetOutcome(() => Promise.reject(new Error(message)))).toBe(outcome),
)

test('bytes become Base64, however many', () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, at) => (at * 7) % 256)
  expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'))
})
