import { afterEach, expect, it, vi } from 'vitest'
import { browserPush, subscribeBrowser, unsubscribeBrowser } from './push.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A browser whose person answers so, with what it is asked. */
function browser(answer: NotificationPermission, hasWorker = true) {
  const asked: unknown[] = []
  let made = 0
  let subscription: object | null = null
  const subscribe = async (options: PushSubscriptionOptionsInit) => {
    asked.push(options)
    made += 1
    const endpoint = `https://push.example/${made}`
    subscription = {
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

it('looking asks nobody, and without a worker there is nothing to switch', async () => {
  const asked = browser('granted')
  expect(await browserPush()).toEqual({ permission: 'default', device: null })
  expect(asked).toEqual([])
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  browser('granted', false)
  const without = browserPush()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await without).toEqual({ permission: 'none', device: null })
})

it('a yes subscribes with the server’s key, and the device has the same id each time', async () => {
  const asked = browser('granted')
  const device = await subscribeBrowser('KEY')
  expect(asked).toEqual(['permission', { userVisibleOnly: true, applicationServerKey: 'KEY' }])
  expect(device).toMatchObject({ endpoint: 'https://push.example/1', p256dh: 'B', auth: 'a' })
  expect(device?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect((await browserPush()).device).toEqual(device)
  expect((await subscribeBrowser('NEW'))?.id).not.toBe(device?.id)
  expect(asked).toContain('gone https://push.example/1')
})

it('a no subscribes nothing; off forgets the subscription', async () => {
  const asked = browser('denied')
  expect(await subscribeBrowser('KEY')).toBeNull()
  expect(asked).toEqual(['permission'])
  browser('granted')
  await subscribeBrowser('KEY')
  await unsubscribeBrowser()
  expect((await browserPush()).device).toBeNull()
})
