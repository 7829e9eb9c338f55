import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PushSetup } from '#web/platform/push/push.ts'
import type { DevicePush, PushState } from '#web/platform/push/push-device.ts'
import { pushQuery, turnPushOff, turnPushOn } from './push-settings.tsx'

const given = vi.hoisted(() => ({
  state: { permission: 'granted', device: null } as PushState,
  setup: { webPushKey: 'KEY' } as PushSetup,
  can: true,
  needsHomeScreen: false,
  known: [] as string[],
  answer: true,
  done: [] as string[],
}))
const device = { id: 'd1', kind: 'web', token: 'https://push.example/1', p256dh: 'B', auth: 'a' } as const

const push: DevicePush = {
  kind: 'web',
  state: async () => given.state,
  async register() {
    given.done.push('ask')
    return given.answer ? device : null
  },
  remember: async (id, user) => void given.done.push(`remember ${id} ${user}`),
  forget: async () => void given.done.push('forget'),
}

vi.mock('#web/platform/push/push.ts', () => ({
  devicePush: async ({ webPushKey }: PushSetup) => (webPushKey && given.can ? push : null),
  needsHomeScreen: () => given.needsHomeScreen,
}))
vi.mock('#web/lib/api/config/runtime-config.ts', () => ({ pushSetup: async () => given.setup }))
vi.mock('#web/entities/notification/api.ts', () => ({
  isPushDevice: async (id: string) => given.known.includes(id),
  addPushDevice: async ({ id }: { id: string }) => void given.done.push(`add ${id}`),
  removePushDevice: async (id: string) => void given.done.push(`remove ${id}`),
}))

const state = () => new QueryClient().fetchQuery(pushQuery('u1'))

beforeEach(() =>
  Object.assign(given, {
    state: { permission: 'granted', device: 'd1' },
    setup: { webPushKey: 'KEY' },
    can: true,
    needsHomeScreen: false,
    known: ['d1'],
    answer: true,
    done: [],
  }),
)

it('on: registered, and for this account', async () => {
  expect(await state()).toEqual({ kind: 'on', by: 'web', device: 'd1' })
})

it('off: not registered, not asked yet, or registered for the previous member', async () => {
  given.known = []
  expect(await state()).toEqual({ kind: 'off', by: 'web' })
  given.state = { permission: 'prompt', device: null }
  expect(await state()).toEqual({ kind: 'off', by: 'web' })
})

it('a blocked permission is shown; without server keys or device support nothing is', async () => {
  given.state = { permission: 'denied', device: null }
  expect(await state()).toEqual({ kind: 'blocked', by: 'web' })
  given.setup = {}
  expect(await state()).toEqual({ kind: 'unavailable' })
  Object.assign(given, { setup: { webPushKey: 'KEY' }, can: false })
  expect(await state()).toEqual({ kind: 'unavailable' })
})

it('an iPhone gets instructions, but only if the server sends pushes', async () => {
  Object.assign(given, { can: false, needsHomeScreen: true })
  expect(await state()).toEqual({ kind: 'install' })
  given.setup = {}
  expect(await state()).toEqual({ kind: 'unavailable' })
})

it('a granted permission registers the device, a denied one does not; off removes it from the account first', async () => {
  await turnPushOn('u1')
  given.answer = false
  await turnPushOn('u1')
  await turnPushOff('d1')
  expect(given.done).toEqual(['ask', 'add d1', 'remember d1 u1', 'ask', 'remove d1', 'forget'])
})
