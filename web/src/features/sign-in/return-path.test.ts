import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberReturn, takeReturn } from './return-path.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('is returned once', () => {
  rememberReturn('/stars/mandy?tab=2#votes')
  expect(takeReturn()).toBe('/stars/mandy?tab=2#votes')
  expect(takeReturn()).toBe('/')
})

test('expires after an hour', () => {
  rememberReturn('/stars', 1000)
  expect(takeReturn(1000 + 3_600_001)).toBe('/')
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/.//evil.example'])(
  'never leads to %s, even if another script wrote it',
  (path) => {
    rememberReturn(path)
    expect(takeReturn()).toBe('/')
    stored.set('hot_return_to', JSON.stringify({ path, until: Date.now() + 1000 }))
    expect(takeReturn()).toBe('/')
  },
)

test.each(['', '{', 'null', '[]', '"x"', '{"path":1,"until":9e99}'])('%j in storage is harmless', (text) => {
  stored.set('hot_return_to', text)
  expect(takeReturn()).toBe('/')
})

test('blocked storage is harmless', () => {
  vi.stubGlobal('localStorage', undefined)
  rememberReturn('/stars')
  expect(takeReturn()).toBe('/')
})
