import { afterEach, expect, it, vi } from 'vitest'
import { browserPush, needsHomeScreen, outdatedBrowser } from './push.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const bytesOf = (key: string) => Uint8Array.from(Buffer.from(key, 'base64url')).buffer
/** Keys of the server as in `/config.json`, with both characters in which Base64url differs from Base64. */
const [key, newKey] = ['BN-_', 'BN__']

/** A browser in which the person answers the prompt like this; records the requests. */
function browser(answer: NotificationPermission, hasWorker = true) {
  const asked: unknown[] = []
  let made = 0
  let subscription: object | null = null
  const subscribe = async (options: PushSubscriptionOptionsInit) => {
    asked.push(options)
    made += 1
    const endpoint = `https://push.example/${made}`
    subscription = {
      options: { applicationServerKey: bytesOf(String(options.applicationServerKey)) },
      toJSON: () => ({ endpoint, keys: { p256dh: 'B', auth: 'a' } }),
      unsubscribe: async () => {
        subscription = null
        asked.push(`gone ${endpoint}`)
      },
    }
    return subscription
  }
  const pushManager = { subscribe, getSubscription: async () => subscription }
  const requestPermission = async () => {
    asked.push('permission')
    return answer
  }
  vi.stubGlobal('window', { PushManager: class {}, Notification: class {} })
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      getRegistration: async () => undefined,
      ready: hasWorker ? Promise.resolve({ pushManager }) : new Promise(() => {}),
    },
  })
  return asked
}

const opened = async (with_ = key) => {
  const push = await browserPush(with_)
  if (!push) throw new Error('this browser can')
  return push
}

it('reading the state shows no prompt, and without a worker there is no switch', async () => {
  const asked = browser('granted')
  expect(await (await opened()).state('u1')).toEqual({ permission: 'prompt', device: null })
  expect(asked).toEqual([])
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  browser('granted', false)
  const without = browserPush(key)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await without).toBeNull()
})

it('a granted permission subscribes with the server’s key, and the device has the same id each time', async () => {
  const asked = browser('granted')
  const push = await opened()
  const device = await push.register()
  expect(asked).toEqual(['permission', { userVisibleOnly: true, applicationServerKey: key }])
  expect(device).toMatchObject({ kind: 'web', token: 'https://push.example/1', p256dh: 'B', auth: 'a' })
  expect(device?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect((await push.state('u1')).device).toBe(device?.id)
})

it('a subscription with a former key does not count, and is replaced by one with the new key', async () => {
  const asked = browser('granted')
  const former = await (await opened()).register()
  expect(await outdatedBrowser(key)).toBeNull()
  expect(await outdatedBrowser(`${key}==`)).toBeNull()
  expect(await outdatedBrowser(newKey)).toBe(former?.id)
  const push = await opened(newKey)
  expect((await push.state('u1')).device).toBeNull()
  const device = await push.register()
  expect(device?.id).not.toBe(former?.id)
  expect(asked.slice(-2)).toEqual([
    'gone https://push.example/1',
    { userVisibleOnly: true, applicationServerKey: newKey },
  ])
  expect(await outdatedBrowser(newKey)).toBeNull()
})

it('a denied permission subscribes nothing; off removes the subscription', async () => {
  const asked = browser('denied')
  expect(await (await opened()).register()).toBeNull()
  expect(asked).toEqual(['permission'])
  browser('granted')
  const push = await opened()
  await push.register()
  await push.forget()
  expect((await push.state('u1')).device).toBeNull()
})

it('only Safari on an iPhone needs the home screen first', () => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', { standalone: false })
  expect(needsHomeScreen()).toBe(true)
  vi.stubGlobal('navigator', { standalone: true })
  expect(needsHomeScreen()).toBe(false)
  vi.stubGlobal('navigator', {})
  expect(needsHomeScreen()).toBe(false)
})
