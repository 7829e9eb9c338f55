import { afterEach, expect, it, vi } from 'vitest'
import { fakeShell, fakeStore } from '../../../../tests/support/web/fake-push-shell.ts'
import { followTokens } from './push-events.ts'
import { NoPushToken, pushOfShell, storedDevice } from './push-shell.ts'

afterEach(() => vi.useRealTimers())

it('reading the state shows no prompt; a press asks once, creates Android’s channel before the token, and keeps one id', async () => {
  const { shell, asked } = fakeShell('android', { answer: 'granted' })
  const store = fakeStore()
  const push = pushOfShell(shell, store)
  expect(await push.state('u1')).toEqual({ permission: 'prompt', device: null })
  expect(asked).toEqual([])
  const device = await push.register()
  expect(asked).toEqual(['ask', 'channel hot Benachrichtigungen', 'register'])
  expect(device).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), kind: 'android', token: 'Token-1' })
  // Stored once the account has it.
  expect((await push.state('u1')).device).toBeNull()
  await push.remember(device?.id ?? '', 'u1')
  expect(await push.state('u1')).toEqual({ permission: 'granted', device: device?.id })
  expect((await push.state('u2')).device).toBeNull()
  expect(await push.register()).toEqual({ ...device, token: 'Token-2' })
  await push.forget()
  expect(asked.at(-1)).toBe('unregister')
  expect(await storedDevice(store)).toBeNull()
})

it('on iOS the token is in lower case, with its service, and there is no channel', async () => {
  const { shell, asked } = fakeShell('ios', { answer: 'granted', environment: 'sandbox' })
  const device = await pushOfShell(shell, fakeStore()).register()
  expect(device).toMatchObject({ kind: 'ios', token: 'token-1', environment: 'sandbox' })
  expect(asked).toEqual(['ask', 'register'])
})

it('a denied permission registers nothing; Android asks once more, neither asks after a final one', async () => {
  const { shell, asked } = fakeShell('android', { answer: 'prompt-with-rationale' })
  const push = pushOfShell(shell, fakeStore())
  expect(await push.register()).toBeNull()
  expect((await push.state('u1')).permission).toBe('prompt')
  expect(asked).toEqual(['ask'])
  const refusing = fakeShell('ios', { permission: 'denied' })
  expect((await pushOfShell(refusing.shell, fakeStore()).state('u1')).permission).toBe('denied')
})

it('a service that refuses or does not answer results in no device', async () => {
  const refused = fakeShell('ios', { permission: 'granted', problem: 'no aps-environment' })
  await expect(pushOfShell(refused.shell, fakeStore()).register()).rejects.toThrow('no aps-environment')
  vi.useFakeTimers()
  const silent = fakeShell('ios', { permission: 'granted', silent: true })
  const registering = pushOfShell(silent.shell, fakeStore()).register()
  const failed = expect(registering).rejects.toBeInstanceOf(NoPushToken)
  await vi.advanceTimersByTimeAsync(20_000)
  await failed
  expect(silent.listening()).toBe(0)
})

/** A started app, with its requests to the account. */
async function started(kept: string | null, permission: 'granted' | 'denied' = 'granted') {
  const { shell, asked, giveToken } = fakeShell('android', { permission })
  const store = fakeStore(kept ? { hot_push_device: kept } : {})
  const told: string[] = []
  let member: string | null = null
  let look = () => {}
  const stop = await followTokens({
    shell,
    store,
    member: () => member,
    onMember: (listener) => {
      look = listener
      return () => {}
    },
    send: async ({ id, token }) => void told.push(`${id} ${token}`),
  })
  const signIn = async (user: string | null) => {
    member = user
    look()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { asked, told, signIn, stop, giveToken }
}

it('the token is registered at each start and when it changes, without a prompt', async () => {
  const app = await started('{"id":"d1","user":"u1"}')
  expect(app.asked).toEqual([])
  await app.signIn('u1')
  await app.signIn('u1')
  expect(app.asked).toEqual(['register'])
  expect(app.told).toEqual(['d1 Token-1'])
  await app.giveToken('Token-7')
  expect(app.told).toEqual(['d1 Token-1', 'd1 Token-7'])
  app.stop()
  await app.giveToken('Token-8')
  expect(app.told).toHaveLength(2)
})

it.each([
  ['it was never switched on', null, 'u1', 'granted'],
  ['somebody else had switched it on', '{"id":"d1","user":"u2"}', 'u1', 'granted'],
  ['what was kept is cut off', '{"id":"d1","us', 'u1', 'granted'],
  ['nobody is signed in', '{"id":"d1","user":"u1"}', null, 'granted'],
  ['the device says no by now', '{"id":"d1","user":"u1"}', 'u1', 'denied'],
] as const)('nothing is registered when %s', async (_, kept, member, permission) => {
  const app = await started(kept, permission)
  await app.signIn(member)
  expect(app.asked).toEqual([])
  expect(app.told).toEqual([])
})
