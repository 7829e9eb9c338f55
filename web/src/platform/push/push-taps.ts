import { pushTarget } from '@hot/domain/url/app-links'
import type { DeviceStore } from '../storage/device-store.native.ts'

/** A pushed notification that was tapped, as the shell reports it. `message`: of this one sending, where the platform says it. */
export type PushTap = { path: unknown; notification: unknown; message: string | null }

type Following = {
  /** Calls back with every tap, also with the one that started the app. Resolves with the way out. */
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
/** iOS may report the tap that started the app twice, at once (ms). */
const echoMs = 2000

/** Leads from tapped notifications to their place, which must be one of ours; each tap counts once. Resolves with the way out. */
export function followTaps({ onTap, siteUrl, open, markRead, store, now = Date.now }: Following): Promise<() => void> {
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
