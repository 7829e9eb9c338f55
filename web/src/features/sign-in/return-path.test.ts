import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestSignIn } from '#web/lib/auth/viewer/sign-in-request.ts'
import { rememberReturn, takeReturn } from './return-path.ts'

const bringWishes = vi.hoisted(() => vi.fn())
vi.mock(import('#web/lib/auth/viewer/sign-in-wish.ts'), async (original) => ({ ...(await original()), bringWishes }))

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

test('what the sign-in was requested for comes along once, and nothing that only looks like it', () => {
  requestSignIn({ wishes: [['post:1', 'heart']] })
  rememberReturn('/trashtalk')
  requestSignIn()
  expect(takeReturn()).toBe('/trashtalk')
  takeReturn()
  rememberReturn('/stars')
  takeReturn()
  for (const wishes of [[['post', 'heart']], [['post:1', 7]], ['post:1'], 'post:1', [[]], {}]) {
    stored.set('hot_return_to', JSON.stringify({ path: '/', until: Date.now() + 1000, wishes }))
    takeReturn()
  }
  expect(bringWishes.mock.calls).toEqual([[[['post:1', 'heart']]]])
})
