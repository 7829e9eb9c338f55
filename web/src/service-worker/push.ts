import { parseUrl } from '@hot/domain/url/parse-url'
import { cachePrefix } from './cached-copies.ts'
import type { WorkerScope } from './worker-scope.ts'

/** Payload of a message (server/push/senders/web-push.ts). `tag`: the notification's id; a later message replaces it. */
type Push = { title: string; body: string; path: string; tag: string }

/** Browsers require a notification for every message; this one is for unreadable messages. */
const unread: Push = {
  title: 'HoT',
  body: 'Es gibt etwas Neues für dich.',
  path: '/account/benachrichtigungen',
  tag: 'hot',
}

/** The path if it is on this site, else the list of notifications. */
export function placeOf(path: unknown, origin: string): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return unread.path
  return parseUrl(path, origin)?.origin === origin ? path : unread.path
}

export function readPush(text: string): Push {
  try {
    const { title, body, path, tag } = JSON.parse(text)
    return [title, body, path, tag].every((part) => typeof part === 'string') ? { title, body, path, tag } : unread
  } catch {
    return unread
  }
}

type Windows = Pick<WorkerScope, 'clients' | 'location'>

/**
 * Focuses the tab that shows the page, else opens a new one. Other tabs are left alone, because the person may be writing
 * there. `tapped` resolves once the tap is stored; then an open page is notified. A new page requests the taps at its start.
 */
export async function openPlace({ clients, location }: Windows, path: string, tapped: Promise<unknown>): Promise<void> {
  const target = new URL(path, location.origin)
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(({ url }) => new URL(url).pathname === target.pathname)
  if (!open) return void (await clients.openWindow(target.href))
  await open.focus()
  // A tab that this worker does not control cannot be navigated; it shows the right page already.
  if (open.url !== target.href) await open.navigate(target.href).catch(() => undefined)
  await tapped
  open.postMessage('tapped')
}

/** Shows push messages as notifications and opens their page on a tap. */
export function answerPushes(scope: WorkerScope): void {
  scope.addEventListener('push', (event) => {
    const { title, body, path, tag } = readPush(event.data?.text() ?? '')
    const options: NotificationOptions & { renotify: boolean } = {
      body,
      tag,
      // Alert again when a notification is replaced.
      renotify: true,
      lang: 'de',
      icon: '/icons/icon-192.png',
      data: path,
    }
    event.waitUntil(scope.registration.showNotification(title, options))
  })
  scope.addEventListener('notificationclick', (event) => {
    const { data, tag } = event.notification
    const { origin } = scope.location
    event.notification.close()
    // A full disk must not prevent opening the page.
    const tapped = storeTap(tag, origin).catch(console.warn)
    event.waitUntil(Promise.all([tapped, openPlace(scope, placeOf(data, origin), tapped)]))
  })
}

/** Stores ids of tapped notifications until a page with a session marks them as read. Workers may be ended at any time. */
export const tapsCache = `${cachePrefix}taps-1`

const isId = (tag: string) => /^[0-9a-f-]{36}$/.test(tag)

/** Stores the id of a tapped notification, which is its tag; `hot` for unreadable messages. */
export async function storeTap(tag: string, origin: string): Promise<void> {
  if (isId(tag)) await (await caches.open(tapsCache)).put(`${origin}/tapped/${tag}`, new Response())
}

/** Returns the tapped ids and removes them. */
export async function takeTaps(): Promise<string[]> {
  if (!(await caches.has(tapsCache))) return []
  const cache = await caches.open(tapsCache)
  const requests = await cache.keys()
  // Deleted one by one, because another tap may be stored at the same time.
  await Promise.all(requests.map((request) => cache.delete(request)))
  return requests.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))
}

export const forgetTaps = (): Promise<boolean> => caches.delete(tapsCache)

/**
 * Takes what is shown from the screen and ends the subscription, so that no message reaches whoever uses the device next,
 * also where the server could not be told.
 */
export async function endPushes({ registration }: Pick<WorkerScope, 'registration'>): Promise<void> {
  for (const shown of await registration.getNotifications()) shown.close()
  // Browsers without push have no manager.
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
}
