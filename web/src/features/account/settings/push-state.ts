import { queryOptions } from '@tanstack/react-query'
import { addPushDevice, isPushDevice, removePushDevice } from '#web/entities/notification/push-devices.ts'
import { pushSetup } from '#web/lib/api/config/runtime-config.ts'
import { devicePush, type PushSetup } from '#web/platform/push/push.ts'
import { needsHomeScreen } from '#web/platform/push/push-browser.ts'
import type { DevicePush } from '#web/platform/push/push-device.ts'
import { accountKey } from '../api.ts'

/**
 * `unavailable`: this device cannot be told, or nobody here sends. `install`: it can once HoT is on its home screen.
 * `blocked`: the person, or the device, said no for good.
 */
export type PushState =
  | { kind: 'unavailable' | 'install' }
  | { kind: 'blocked' | 'off'; by: DevicePush['kind'] }
  | { kind: 'on'; by: DevicePush['kind']; device: string }

/** Found when the state is read: browsers only ask somebody right after the press, before anything was waited for. */
let found: DevicePush | null = null

async function findPush(setup: PushSetup): Promise<DevicePush | null> {
  found = await devicePush(setup)
  return found
}

async function thisDevice(): Promise<DevicePush> {
  const push = found ?? (await findPush(await pushSetup()))
  if (!push) throw new Error('no push here')
  return push
}

async function readPushState(userId: string): Promise<PushState> {
  const setup = await pushSetup()
  const push = await findPush(setup)
  if (!push) return { kind: setup.webPushKey && needsHomeScreen() ? 'install' : 'unavailable' }
  const by = push.kind
  const { permission, device } = await push.standing(userId)
  if (permission === 'denied') return { kind: 'blocked', by }
  // Registered, but for somebody else: whoever was signed in here before.
  if (!device || permission !== 'granted' || !(await isPushDevice(device))) return { kind: 'off', by }
  return { kind: 'on', by, device }
}

export const pushQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'push'),
    queryFn: () => readPushState(userId),
    // It may have been changed in the device's settings meanwhile, from where people come back.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** Asks and registers; nothing happens when the person says no. */
export async function turnPushOn(userId: string): Promise<void> {
  const push = await thisDevice()
  const device = await push.register()
  if (!device) return
  await addPushDevice(device)
  await push.remember(device.id, userId)
}

/** The account first: a device that is gone would only be noticed by the next message. */
export async function turnPushOff(device: string): Promise<void> {
  await removePushDevice(device)
  await (await thisDevice()).forget()
}
