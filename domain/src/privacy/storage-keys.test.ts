import { describe, expect, it, test } from 'vitest'
import { consentOf, storageKeys } from './storage-keys.ts'

describe('consentOf', () => {
  const acceptedAt = '2026-11-21T12:00:00.000Z'
  test.each(['none', 'essential', 'full'] as const)('reads %s', (level) =>
    expect(consentOf(JSON.stringify({ level, acceptedAt }))).toEqual({ level, acceptedAt }),
  )
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
  ])('takes %j for no choice', (stored) => expect(consentOf(stored)).toBeNull())
})

it('has no key twice', () => {
  const keys = Object.values(storageKeys)
  expect(new Set(keys).size).toBe(keys.length)
})
