import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetVisits, noteVisit } from './last-visit.ts'

const minute = 60_000
const start = Date.parse('2026-11-23T20:00:00Z')
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what came since the visit before is new, throughout a visit', () => {
  expect(noteVisit('anna', start)).toBeNull()
  expect(noteVisit('anna', start + 10 * minute)).toBeNull()
  const seen = new Date(start + 10 * minute).toISOString()
  expect(noteVisit('anna', start + 120 * minute)).toBe(seen)
  // The list is opened again, or another one: still the same visit.
  expect(noteVisit('anna', start + 140 * minute)).toBe(seen)
  expect(noteVisit('anna', start + 500 * minute)).toBe(new Date(start + 140 * minute).toISOString())
})

test('another member on the device, or one who signed out, begins anew', () => {
  noteVisit('anna', start)
  expect(noteVisit('ben', start + 120 * minute)).toBeNull()
  forgetVisits()
  expect(stored.size).toBe(0)
})

test.each(['{', '3', '{"owner":"anna","at":"gestern"}'])('a damaged note %s is none', (text) => {
  stored.set(storageKeys.lastVisit, text)
  expect(noteVisit('anna', start)).toBeNull()
})

test('without storage nothing is marked', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(noteVisit('anna', start)).toBeNull()
  expect(forgetVisits).not.toThrow()
})
