/** This browser as the server knows it: `id` comes of the endpoint, so nothing has to be kept here. */
export type BrowserDevice = { id: string; endpoint: string; p256dh: string; auth: string }

/** `none`: this browser cannot, or has no worker. `device`: it has a subscription. */
export type BrowserPush = { permission: NotificationPermission | 'none'; device: BrowserDevice | null }

/** On a first visit the worker comes once the page is quiet (ms); `ready` waits forever where none does. */
const registeredWithinMs = 15_000

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return undefined
  const { serviceWorker } = navigator
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, registeredWithinMs))
  return (await serviceWorker.getRegistration()) ?? Promise.race([serviceWorker.ready, late])
}

/** A UUID made of an endpoint (RFC 9562, version 8), the same each time. */
async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

async function deviceOf(subscription: PushSubscription): Promise<BrowserDevice> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { id: await idOf(endpoint), endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}

/** How it stands, without asking anybody anything. */
export async function browserPush(): Promise<BrowserPush> {
  const registration = await worker()
  if (!registration) return { permission: 'none', device: null }
  const subscription = await registration.pushManager.getSubscription()
  return { permission: Notification.permission, device: subscription && (await deviceOf(subscription)) }
}

/**
 * Asks for permission and subscribes with the server's key (VAPID, Base64url); only after a press. Null when the person
 * says no. Rejects when the browser's push service cannot be reached.
 */
export async function subscribeBrowser(key: string): Promise<BrowserDevice | null> {
  const registration = await worker()
  if (!registration || (await Notification.requestPermission()) !== 'granted') return null
  // One made with a former key of the server cannot be sent to.
  await unsubscribeBrowser()
  return deviceOf(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
}

/** The push service forgets this browser. */
export async function unsubscribeBrowser(): Promise<void> {
  await (await (await worker())?.pushManager.getSubscription())?.unsubscribe()
}
