import { queryOptions } from '@tanstack/react-query'
import { addPushDevice, isPushDevice, removePushDevice } from '#web/data/push-devices.ts'
import { webPushKey } from '#web/data/runtime-config.ts'
import { browserPush, subscribeBrowser, unsubscribeBrowser } from '#web/platform/push.ts'
import { accountKey } from './account-queries.ts'

/** `unavailable`: this browser cannot be told, or nobody here sends. `blocked`: the person, or the browser, said no for good. */
export type PushState =
  | { kind: 'unavailable' | 'blocked' }
  | { kind: 'off'; key: string }
  | { kind: 'on'; key: string; device: string }

async function readPushState(): Promise<PushState> {
  const { permission, device } = await browserPush()
  const key = permission === 'none' ? undefined : await webPushKey()
  if (!key) return { kind: 'unavailable' }
  if (permission === 'denied') return { kind: 'blocked' }
  // Subscribed, but for somebody else: whoever was signed in here before.
  if (!device || permission !== 'granted' || !(await isPushDevice(device.id))) return { kind: 'off', key }
  return { kind: 'on', key, device: device.id }
}

export const pushQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'push'),
    queryFn: readPushState,
    // It may have been changed in the browser's settings meanwhile.
    staleTime: 0,
  })

/** Asks and registers; nothing happens when the person says no. */
export async function turnPushOn(key: string): Promise<void> {
  const device = await subscribeBrowser(key)
  if (device) await addPushDevice(device)
}

/** The account first: a subscription that is gone would only be noticed by the next message. */
export async function turnPushOff(device: string): Promise<void> {
  await removePushDevice(device)
  await unsubscribeBrowser()
}
