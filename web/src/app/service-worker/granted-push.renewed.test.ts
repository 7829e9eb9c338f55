import { beforeEach, expect, it, vi } from 'vitest'
import type { Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { renewPush } from './granted-push.ts'

const given = vi.hoisted(() => ({
  key: 'KEY' as string | undefined,
  outdated: 'old' as string | null,
  mine: true,
  allowed: true,
  viewer: { state: 'guest', role: 'user' } as { state: string; pending?: boolean; role?: string },
  listeners: new Set<() => void>(),
  done: [] as string[],
}))

vi.mock('#web/lib/api/config/runtime-config.ts', () => ({ pushSetup: async () => ({ webPushKey: given.key }) }))
vi.mock('#web/lib/auth/viewer/viewer.ts', () => ({
  viewer: () => given.viewer as Viewer,
  subscribeViewer: (listener: () => void) => {
    given.listeners.add(listener)
    return () => given.listeners.delete(listener)
  },
}))
vi.mock('#web/platform/push/push.ts', () => ({
  outdatedBrowser: async () => given.outdated,
  devicePush: async () => ({
    async register() {
      given.done.push('register')
      return given.allowed ? { id: 'new', kind: 'web' } : null
    },
  }),
}))
vi.mock('#web/entities/notification/api.ts', () => ({
  isPushDevice: async () => given.mine,
  addPushDevice: async ({ id }: { id: string }) => void given.done.push(`add ${id}`),
  removePushDevice: async (id: string) => void given.done.push(`remove ${id}`),
}))

const signIn = () => {
  given.viewer = { state: 'member' }
  for (const listener of [...given.listeners]) listener()
}

beforeEach(() => {
  given.listeners.clear()
  Object.assign(given, {
    key: 'KEY',
    outdated: 'old',
    mine: true,
    allowed: true,
    viewer: { state: 'member' },
    done: [],
  })
})

it('a subscription with a former key is renewed, and the old one is removed from the account last', async () => {
  await renewPush()
  expect(given.done).toEqual(['register', 'add new', 'remove old'])
})

it('it waits until the viewer is known', async () => {
  given.viewer = { state: 'loading' }
  const renewing = renewPush()
  await vi.waitFor(() => expect(given.listeners.size).toBe(1))
  signIn()
  await renewing
  expect(given.done).toEqual(['register', 'add new', 'remove old'])
  expect(given.listeners.size).toBe(0)
})

it.each([
  ['nobody sends', { key: undefined }],
  ['the key is the same', { outdated: null }],
  ['nobody is signed in', { viewer: { state: 'guest' } }],
  ['it was subscribed for somebody else', { mine: false }],
])('nothing is changed when %s', async (_, changed) => {
  Object.assign(given, changed)
  await renewPush()
  expect(given.done).toEqual([])
})

it('a permission revoked meanwhile does not change the account', async () => {
  given.allowed = false
  await renewPush()
  expect(given.done).toEqual(['register'])
})
