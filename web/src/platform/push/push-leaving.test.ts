import { describe, expect, test } from 'vitest'
import { notOnIos, untilToken } from '../../../../tests/support/native/plugin-refusals.ts'
import { followLeaving } from './push-leaving.ts'
import { deviceKey, leavingKey, type ShellPush } from './push-shell.ts'

const clearing = 'removeAllDeliveredNotifications'

test('Capacitor refuses to clear on iOS before there is a token, which the phone below takes from its source', () => {
  expect(untilToken.get(clearing)).toContain('not called')
  expect([...untilToken.keys()]).not.toContain('unregister')
  expect(notOnIos).toContain('createChannel')
})

type State = {
  kind: 'ios' | 'android'
  /** Whether the push service has given a token since the app was started. */
  hasToken: boolean
  network: boolean
  storeFails: boolean
}
const well: State = { kind: 'ios', hasToken: true, network: true, storeFails: false }

const states: Record<string, State> = {
  'an iPhone, all well': well,
  'Android, all well': { ...well, kind: 'android' },
  'Apple silent since the start': { ...well, hasToken: false },
  'an iPhone without network since the start': { ...well, hasToken: false, network: false },
  'Android without network': { ...well, kind: 'android', network: false },
  'storage that fails': { ...well, storeFails: true },
}

/** What happens, and whether the server still has the device then. */
const partings = {
  'signs out': { act: 'out', rowStays: false },
  'signs out while the server is away': { act: 'out', rowStays: true },
  'is signed out by the server': { act: 'refused', rowStays: false },
  'makes way for another member': { act: 'other', rowStays: true },
} as const

/** Anna's phone: messages reach it while its service knows it. */
function phoneOf({ kind, hasToken, network, storeFails }: State) {
  const values = new Map([[deviceKey, '{"id":"d1","user":"anna"}']])
  const tokens = new Set<(token: string) => void>()
  const networks = new Set<() => void>()
  const phone = { isKnown: true, shown: 2, network, hasToken }
  const fails = () => {
    if (storeFails) throw new Error('storage')
  }
  const shell = {
    kind,
    // Google's says nothing when it was not reached.
    async unregister() {
      if (kind === 'ios' || phone.network) phone.isKnown = false
    },
    async onToken(listener: (token: string) => void) {
      tokens.add(listener)
      return () => tokens.delete(listener)
    },
  } as Partial<ShellPush> as ShellPush
  const start = () =>
    followLeaving({
      shell,
      store: {
        async get(key) {
          fails()
          return values.get(key) ?? null
        },
        async set(key, value) {
          fails()
          values.set(key, value)
        },
        async remove(key) {
          fails()
          values.delete(key)
        },
      },
      async clear() {
        if (kind === 'ios' && !phone.hasToken) throw new Error(untilToken.get(clearing))
        phone.shown = 0
      },
      isOnline: () => phone.network,
      onOnline: (listener) => {
        networks.add(listener)
        return () => networks.delete(listener)
      },
    })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return {
    phone,
    values,
    start,
    async online() {
      phone.network = true
      for (const listener of [...networks]) listener()
      await settle()
    },
    /** One that was asked for before, and comes now. */
    async token() {
      phone.hasToken = true
      phone.isKnown = true
      for (const listener of [...tokens]) listener('token')
      await settle()
    },
  }
}

describe.each(Object.entries(partings))('Anna %s', (_, { act, rowStays }) => {
  test.each(Object.entries(states))(
    '%s: nothing reaches the phone, and nothing of hers is left on it',
    async (_name, state) => {
      const { phone, values, start, online, token } = phoneOf(state)
      const silence = await start()
      if (act === 'other') await silence.takenOver('berta')
      else await silence.signedOut(act === 'refused')

      if (!state.storeFails && act !== 'refused') expect(values.has(deviceKey)).toBe(false)
      await online()
      if (!state.hasToken) await token()
      // Storage that fails does not say whose the device was.
      const isUnsaid = state.storeFails && act === 'other'
      expect(rowStays && phone.isKnown).toBe(isUnsaid)
      expect(phone.shown).toBe(isUnsaid ? 2 : 0)
    },
  )
})

test('what Google did not hear is told again after a restart, and then no more', async () => {
  const { phone, values, start } = phoneOf({ ...well, kind: 'android', network: false })
  const first = await start()
  await first.signedOut(false)
  first.stop()
  expect([phone.isKnown, values.has(leavingKey)]).toEqual([true, true])
  phone.network = true
  await start()
  await expect.poll(() => [phone.isKnown, values.has(leavingKey)]).toEqual([false, false])
})

test('the same member signing in again, and a phone where push was never on, are left alone', async () => {
  const { phone, values, start } = phoneOf(well)
  const silence = await start()
  await silence.takenOver('anna')
  expect([phone.isKnown, values.has(deviceKey)]).toEqual([true, true])
  values.clear()
  await silence.signedOut(false)
  expect([phone.isKnown, values.size]).toEqual([true, 0])
})
