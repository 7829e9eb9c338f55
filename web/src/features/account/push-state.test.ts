import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { BrowserPush } from '#web/platform/push.ts'
import { pushQuery, turnPushOff, turnPushOn } from './push-state.ts'

const given = vi.hoisted(() => ({
  push: { permission: 'granted', device: null } as BrowserPush,
  key: 'KEY' as string | undefined,
  known: [] as string[],
  answer: true,
  done: [] as string[],
}))
const device = { id: 'd1', endpoint: 'https://push.example/1', p256dh: 'B', auth: 'a' }

vi.mock('#web/platform/push.ts', () => ({
  browserPush: async () => given.push,
  subscribeBrowser: async (key: string) => {
    given.done.push(`subscribe ${key}`)
    return given.answer ? device : null
  },
  unsubscribeBrowser: async () => void given.done.push('unsubscribe'),
}))
vi.mock('#web/data/runtime-config.ts', () => ({ webPushKey: async () => given.key }))
vi.mock('#web/data/push-devices.ts', () => ({
  isPushDevice: async (id: string) => given.known.includes(id),
  addPushDevice: async ({ id }: { id: string }) => void given.done.push(`add ${id}`),
  removePushDevice: async (id: string) => void given.done.push(`remove ${id}`),
}))

const state = () => new QueryClient().fetchQuery(pushQuery('u1'))

beforeEach(() =>
  Object.assign(given, { push: { permission: 'granted', device }, key: 'KEY', known: ['d1'], answer: true, done: [] }),
)

it('on: subscribed, and for this account', async () => {
  expect(await state()).toEqual({ kind: 'on', key: 'KEY', device: 'd1' })
})

it('off: not subscribed, not asked yet, or subscribed for whoever was here before', async () => {
  given.known = []
  expect(await state()).toEqual({ kind: 'off', key: 'KEY' })
  given.push = { permission: 'default', device: null }
  expect(await state()).toEqual({ kind: 'off', key: 'KEY' })
})

it('blocked is said; where nobody sends, or the browser cannot, there is nothing to see', async () => {
  given.push = { permission: 'denied', device: null }
  expect(await state()).toEqual({ kind: 'blocked' })
  given.key = undefined
  expect(await state()).toEqual({ kind: 'unavailable' })
  Object.assign(given, { key: 'KEY', push: { permission: 'none', device: null } })
  expect(await state()).toEqual({ kind: 'unavailable' })
})

it('a yes registers the device, a no registers nothing, off goes from the account first', async () => {
  await turnPushOn('KEY')
  given.answer = false
  await turnPushOn('KEY')
  await turnPushOff('d1')
  expect(given.done).toEqual(['subscribe KEY', 'add d1', 'subscribe KEY', 'remove d1', 'unsubscribe'])
})
