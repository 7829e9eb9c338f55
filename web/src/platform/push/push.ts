import { browserPush } from './push-browser.ts'
import type { DevicePush } from './push-device.ts'

/** What `/config.json` says: the server's VAPID key, and the shells that it has keys for. */
export type PushSetup = { webPushKey?: string; push?: readonly string[] }

/** Null: this device cannot be told, or nobody sends to it. */
export async function devicePush({ webPushKey, push = [] }: PushSetup): Promise<DevicePush | null> {
  if (import.meta.env.VITE_SHELL !== 'native') return webPushKey ? browserPush(webPushKey) : null
  const { shellPush } = await import('./push.native.ts')
  return push.includes(shellPush.kind) ? shellPush : null
}
