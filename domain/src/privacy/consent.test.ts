import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Consent, ConsentLevel } from './consent.ts'
import {
  consentOf,
  consentQuestion,
  levelOf,
  memberConsentOf,
  profileChoice,
  rulingConsent,
  settleConsent,
} from './consent.ts'

const early = '2026-03-01T10:00:00.000Z'
const late = '2026-03-02T10:00:00.000Z'
const text = consentQuestion.version
const chose = (level: ConsentLevel, acceptedAt = early): Consent => ({ level, acceptedAt, text })
const recorded = (full: boolean, at: string | null) => ({
  analytics_consent: full,
  analytics_consent_updated_at: at,
  analytics_consent_text: text,
})
const nothing = recorded(false, null)

test('every text that was ever asked has a version of its own: a changed one is a new question', () => {
  const hash = createHash('sha256').update(consentQuestion.text).digest('hex').slice(0, 16)
  // Add a line for a new version; never change one.
  const asked: Record<number, string> = { 2: '546d14941db636f3' }
  expect(asked[consentQuestion.version]).toBe(hash)
})

describe('stored choices', () => {
  test.each(['none', 'essential', 'full'] as const)('%s is read with the version of its question', (level) => {
    const stored = JSON.stringify({ level, acceptedAt: early, text: 7 })
    expect(consentOf(stored)).toEqual({ level, acceptedAt: early, text: 7 })
    expect(memberConsentOf(stored)).toBeNull()
    expect(memberConsentOf(JSON.stringify({ level, acceptedAt: early, text: 7, member: 'anna' }))?.member).toBe('anna')
  })
  test('without a version the first was answered', () => {
    expect(consentOf(JSON.stringify({ level: 'full', acceptedAt: early }))?.text).toBe(1)
    expect(profileChoice({ ...recorded(true, early), analytics_consent_text: null })?.text).toBe(1)
  })
  test.each([
    null,
    '',
    'full',
    'null',
    '[]',
    '{}',
    '{"level":"all","acceptedAt":"x"}',
    '{"level":"full"}',
    '{"level":',
  ])('%j is no choice', (stored) => expect(consentOf(stored)).toBeNull())
})

test.each([
  ['a yes to this question', chose('full'), 'full'],
  ['a yes to another question', { ...chose('full'), text: text - 1 }, 'none'],
  ['a no to another question', { ...chose('essential'), text: text - 1 }, 'essential'],
  ['no choice', null, 'none'],
] as const)('%s allows %s', (_, choice, level) => expect(levelOf(choice)).toBe(level))

/** Whose choice holds. A device's yes is never a member's, nor a member's the device's. */
test.each<[string, boolean, Consent | null, Consent | null, ConsentLevel]>([
  ['a guest, on a device that said yes', false, null, chose('full'), 'full'],
  ['a guest, after a member who said yes', false, chose('full'), chose('essential'), 'essential'],
  ['a guest who never chose, after a member who said yes', false, chose('full'), null, 'none'],
  ['a member who said yes, on a device that said no', true, chose('full'), chose('essential'), 'full'],
  ['a member who said no, on a device that said yes', true, chose('essential'), chose('full'), 'essential'],
  ['a member who never chose, on a device that said yes', true, chose('none'), chose('full'), 'none'],
  [
    'a member who never chose, on a device that said no: not counted, nor asked',
    true,
    chose('none'),
    chose('essential'),
    'essential',
  ],
  ['a member who is not known yet, on a device that said yes', true, null, chose('full'), 'none'],
  ['a member who agreed to another question', true, { ...chose('full'), text: 1 }, chose('full'), 'none'],
])('%s', (_, isSignedIn, member, device, level) =>
  expect(levelOf(rulingConsent(isSignedIn, member, device))).toBe(level),
)

test.each([
  ['nobody chose anywhere', null, nothing, null],
  ['the member said yes here', chose('full', early), nothing, { record: chose('full', early) }],
  ['the member said no here', chose('essential', early), nothing, { record: chose('essential', early) }],
  ['the member said yes elsewhere', null, recorded(true, early), { takeOver: chose('full', early) }],
  ['the member said no elsewhere', null, recorded(false, early), { takeOver: chose('essential', early) }],
  ['none is no choice', chose('none', late), recorded(true, early), { takeOver: chose('full', early) }],
  ['none is not recorded', chose('none', late), nothing, null],
  ['changed here later', chose('essential', late), recorded(true, early), { record: chose('essential', late) }],
  ['withdrawn elsewhere later', chose('full', early), recorded(false, late), { takeOver: chose('essential', late) }],
  [
    'the same again, later: the later instant counts',
    chose('full', late),
    recorded(true, early),
    { record: chose('full', late) },
  ],
  ['both know the same', chose('full', early), recorded(true, early), null],
  ['the database writes instants its own way', chose('full', early), recorded(true, '2026-03-01T11:00:00+01:00'), null],
])('%s', (_, here, profile, expected) => expect(settleConsent(here, profile)).toEqual(expected))
