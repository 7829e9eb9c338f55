import { pushTarget } from '@hot/domain/url/app-links'
import type { DeviceStore } from '../storage/device-store.native.ts'
import type { PushDevice } from './push-device.ts'
import { type ShellPush, shellDevice, storedDevice } from './push-shell.ts'

type TokenFollowing = {
  shell: ShellPush
  store: DeviceStore
  /** Id of the signed-in member; null for none, or while unknown. */
  member: () => string | null
  onMember: (listener: () => void) => () => void
  /** Sends the device to the account. */
  send: (device: PushDevice) => Promise<void>
}

/**
 * Keeps this device's push token up to date on the server: registers once for each member who signs in and has enabled
 * push here, and sends every new token of the service. Never prompts. Resolves with the cleanup function.
 */
export async function followTokens({ shell, store, member, onMember, send }: TokenFollowing): Promise<() => void> {
  let registeredFor: string | null = null
  const ownDevice = async () => {
    const stored = await storedDevice(store)
    return stored !== null && stored.user === member() ? stored : null
  }
  const registerOnce = async () => {
    const current = member()
    if (current === registeredFor) return
    registeredFor = current
    if ((await ownDevice()) && (await shell.permission()) === 'granted') await shell.register()
  }
  const sendToken = async (token: string) => {
    const stored = await ownDevice()
    if (stored) await send(await shellDevice(shell, stored.id, token))
  }
  const onChange = () => void registerOnce().catch(console.warn)
  const stops = [
    await shell.onToken((token) => void sendToken(token).catch(console.warn)),
    await shell.onError((problem) => console.warn('Push', problem)),
    onMember(onChange),
  ]
  onChange()
  return () => {
    for (const stop of stops) stop()
  }
}

/** A tapped push notification, as reported by the shell. `message`: id of this delivery, on platforms that have one. */
export type PushTap = { path: unknown; notification: unknown; message: string | null }

type TapFollowing = {
  /** Calls back with every tap, including the one that started the app. Resolves with the cleanup function. */
  onTap: (listener: (tap: PushTap) => void) => Promise<() => void>
  siteUrl: string
  open: (path: string) => void
  markRead: (notification: string) => Promise<void>
  /** Persistent storage: Android repeats the launch tap when the app is reopened from the list of recent apps. */
  store: DeviceStore
  now?: () => number
}

const openedKey = 'hot_push_opened'
/** Opened when a notification has no valid path. */
const listPath = '/account/benachrichtigungen'
/** iOS may report the launch tap twice, within this time (ms). */
const echoMs = 2000

/**
 * Opens the page of a tapped notification, or the list if its path is not one of this site; handles each tap once.
 * Resolves with the cleanup function.
 */
export function followTaps({
  onTap,
  siteUrl,
  open,
  markRead,
  store,
  now = Date.now,
}: TapFollowing): Promise<() => void> {
  let last = { path: '', at: Number.NEGATIVE_INFINITY }
  const isNew = async (message: string) => {
    if ((await store.get(openedKey)) === message) return false
    await store.set(openedKey, message)
    return true
  }
  const follow = async ({ path, notification, message }: PushTap) => {
    const target = pushTarget(path, siteUrl)
    const place = target ?? listPath
    const isEcho = place === last.path && now() - last.at < echoMs
    last = { path: place, at: now() }
    if (isEcho || (message && !(await isNew(message)))) return
    open(place)
    if (target && typeof notification === 'string') await markRead(notification)
  }
  return onTap((tap) => void follow(tap).catch(console.warn))
}
