import { pushTarget } from '@hot/domain/url/app-links'
import type { DeviceStore } from '../storage/device-store.native.ts'
import type { PushDevice } from './push-device.ts'
import { keptDevice, type ShellPush, shellDevice } from './push-shell.ts'

type TokenFollowing = {
  shell: ShellPush
  store: DeviceStore
  /** Who is signed in; null: nobody, or not known yet. */
  member: () => string | null
  onMember: (listener: () => void) => () => void
  /** Tells the account. */
  tell: (device: PushDevice) => Promise<void>
}

/**
 * Keeps the account's token of this device the current one for as long as the app runs: asked for once for each member who
 * signs in and had switched it on here, and told whenever the service gives a new one. Never asks the person anything.
 * Resolves with the cleanup function.
 */
export async function followTokens({ shell, store, member, onMember, tell }: TokenFollowing): Promise<() => void> {
  let registeredFor: string | null = null
  const mine = async () => {
    const kept = await keptDevice(store)
    return kept !== null && kept.user === member() ? kept : null
  }
  const renew = async () => {
    const now = member()
    if (now === registeredFor) return
    registeredFor = now
    if ((await mine()) && (await shell.permission()) === 'granted') await shell.register()
  }
  const told = async (token: string) => {
    const kept = await mine()
    if (kept) await tell(await shellDevice(shell, kept.id, token))
  }
  const look = () => void renew().catch(console.warn)
  const stops = [
    await shell.onToken((token) => void told(token).catch(console.warn)),
    await shell.onRefusal((problem) => console.warn('Push', problem)),
    onMember(look),
  ]
  look()
  return () => {
    for (const stop of stops) stop()
  }
}

/** A pushed notification that was tapped, as the shell reports it. `message`: of this one sending, where the platform says it. */
export type PushTap = { path: unknown; notification: unknown; message: string | null }

type TapFollowing = {
  /** Calls back with every tap, also with the one that started the app. Resolves with the cleanup function. */
  onTap: (listener: (tap: PushTap) => void) => Promise<() => void>
  siteUrl: string
  open: (path: string) => void
  markRead: (notification: string) => Promise<void>
  /** What outlasts the app: Android tells an app that is opened from its list of recent ones of the tap that started it once. */
  store: DeviceStore
  now?: () => number
}

const openedKey = 'hot_push_opened'
/** Where what cannot be opened leads. */
const listPath = '/account/benachrichtigungen'
/** iOS may report the tap that started the app twice, within this time (ms). */
const echoMs = 2000

/** Leads from tapped notifications to their place, which must be one of ours; each tap counts once. Resolves with the cleanup function. */
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
