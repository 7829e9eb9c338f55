import type { DevicePush, PushDevice } from './push-device.ts'

/**
 * On a first visit the worker is registered only once the page is idle; without a worker, `ready` never resolves (ms).
 */
const registeredWithinMs = 15_000

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return undefined
  const { serviceWorker } = navigator
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, registeredWithinMs))
  return (await serviceWorker.getRegistration()) ?? Promise.race([serviceWorker.ready, late])
}

/** Safari on iPhones and iPads has web push only for home screen apps; only there `navigator.standalone` exists. */
export const needsHomeScreen = (): boolean =>
  !('PushManager' in window) && Reflect.get(navigator, 'standalone') === false

/** A UUID derived from an endpoint (RFC 9562, version 8): deterministic, so that it needs no storage. */
async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

async function deviceOf(subscription: PushSubscription): Promise<PushDevice> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { id: await idOf(endpoint), kind: 'web', token: endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** A subscription with an old server key is unusable. Where the browser does not expose its key, it counts as valid. */
function isOfKey({ options }: PushSubscription, key: string): boolean {
  const made = options?.applicationServerKey
  return !made || base64url(made) === key.replace(/=+$/, '')
}

const permissions = { default: 'prompt', granted: 'granted', denied: 'denied' } as const

/** Id of a subscription with an old server key; null when none has to be renewed. */
export async function outdatedBrowser(key: string): Promise<string | null> {
  const subscription = await (await worker())?.pushManager.getSubscription()
  return subscription && !isOfKey(subscription, key) ? (await deviceOf(subscription)).id : null
}

/** Web push (VAPID; `key`: the server's, Base64url). Null when the browser does not support it or has no worker. */
export async function browserPush(key: string): Promise<DevicePush | null> {
  const registration = await worker()
  if (!registration) return null
  const { pushManager } = registration
  const forget = async () => void (await (await pushManager.getSubscription())?.unsubscribe())
  return {
    kind: 'web',
    async state() {
      const subscription = await pushManager.getSubscription()
      const usable = subscription && isOfKey(subscription, key)
      return {
        permission: permissions[Notification.permission],
        device: usable ? (await deviceOf(subscription)).id : null,
      }
    },
    /** Rejects when the browser's push service cannot be reached. */
    async register() {
      if ((await Notification.requestPermission()) !== 'granted') return null
      await forget()
      return deviceOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
    },
    async remember() {},
    forget,
  }
}

/** Push settings from `/config.json`: the server's VAPID key, and the shells it has keys for. */
export type PushSetup = { webPushKey?: string; push?: readonly string[] }

/** Null when the device does not support push or the server does not send to it. */
export async function devicePush({ webPushKey, push = [] }: PushSetup): Promise<DevicePush | null> {
  if (import.meta.env.VITE_SHELL !== 'native') return webPushKey ? browserPush(webPushKey) : null
  const { shellPush } = await import('./push.native.ts')
  return push.includes(shellPush.kind) ? shellPush : null
}
