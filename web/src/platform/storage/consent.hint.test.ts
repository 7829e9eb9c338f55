import { consentOf } from '@hot/domain/privacy/storage-keys'
import { expect, test } from 'vitest'
import { consentHintScript } from './consent.ts'

type Store = { getItem(key: string): string | null }
const storing = (text: string | null): Store => ({ getItem: (key) => (key === 'hot_consent_v1' ? text : null) })
const blocked: Store = {
  getItem() {
    throw new Error('denied')
  },
}

/** Runs the script on a separate document; returns whether it shows the banner. */
function asks(localStorage: Store): boolean {
  const document = { documentElement: { dataset: {} as Record<string, string> } }
  new Function('localStorage', 'document', consentHintScript)(localStorage, document)
  return document.documentElement.dataset.consent === 'ask'
}

const acceptedAt = '2026-03-01T10:00:00.000Z'
test.each([
  [null],
  [''],
  ['null'],
  ['"full"'],
  ['{'],
  [JSON.stringify({ level: 'full', acceptedAt })],
  [JSON.stringify({ level: 'essential', acceptedAt })],
  [JSON.stringify({ level: 'none', acceptedAt })],
  [JSON.stringify({ level: 'everything', acceptedAt })],
  [JSON.stringify({ level: 'full' })],
  [JSON.stringify({ level: 'full', acceptedAt: 1 })],
  [JSON.stringify({ level: 'full', acceptedAt: 'gestern' })],
])('with %j stored the banner asks exactly when nothing was chosen', (stored) => {
  const level = consentOf(stored)?.level ?? 'none'
  expect(asks(storing(stored))).toBe(level === 'none')
})

test('where storage is blocked it asks', () => expect(asks(blocked)).toBe(true))
