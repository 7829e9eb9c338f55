import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { consentHintScript } from './consent.ts'

type Store = { getItem(key: string): string | null }

/** Runs the script on a separate document; returns whether it shows the banner. */
function asks(localStorage: Store): boolean {
  const document = { documentElement: { dataset: {} as Record<string, string> } }
  new Function('localStorage', 'document', consentHintScript)(localStorage, document)
  return document.documentElement.dataset.consent === 'ask'
}

const acceptedAt = '2026-03-01T10:00:00.000Z'
const choices = [
  null,
  '',
  'null',
  '"full"',
  '{',
  ...['full', 'essential', 'none', 'everything'].map((level) => JSON.stringify({ level, acceptedAt, text: 2 })),
  JSON.stringify({ level: 'full', acceptedAt }),
  JSON.stringify({ level: 'full', acceptedAt, text: 1 }),
  JSON.stringify({ level: 'essential', acceptedAt }),
  JSON.stringify({ level: 'full' }),
  JSON.stringify({ level: 'full', acceptedAt: 1 }),
  JSON.stringify({ level: 'full', acceptedAt: 'gestern' }),
]
const ofMember = choices.map((choice) => choice?.replace('{"level', '{"member":"anna","level') ?? null)

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

/** What the app itself says of the same storage. */
async function isDue(store: Store): Promise<boolean> {
  vi.stubGlobal('localStorage', store)
  vi.stubGlobal('sessionStorage', store)
  return (await import('./consent.ts')).isConsentDue()
}

test('before the first paint the banner asks exactly when the app would', async () => {
  const answers = new Set<boolean>()
  for (const session of [null, '{}'])
    for (const device of choices)
      for (const member of ofMember) {
        const stored = new Map([
          [storageKeys.session as string, session],
          [storageKeys.consent, device],
          [storageKeys.memberConsent, member],
        ])
        const store = { getItem: (key: string) => stored.get(key) ?? null }
        const due = await isDue(store)
        answers.add(due)
        expect(asks(store), JSON.stringify([...stored])).toBe(due)
      }
  expect(answers.size, 'both answers occur').toBe(2)
})

test('where storage is blocked it asks', () => {
  const blocked: Store = {
    getItem() {
      throw new Error('denied')
    },
  }
  expect(asks(blocked)).toBe(true)
})
