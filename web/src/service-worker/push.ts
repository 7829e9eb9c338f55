import { cachePrefix } from './cached-copies.ts'
import type { WorkerScope } from './worker-scope.ts'

/** What arrives (server/push/senders/web-push.ts). `tag`: the notification's id, by which a later message replaces the former. */
type Push = { title: string; body: string; path: string; tag: string }

/** Browsers demand that something is shown for every message; this is for one that cannot be read. */
const unread: Push = {
  title: 'HoT',
  body: 'Es gibt etwas Neues für dich.',
  path: '/account/benachrichtigungen',
  tag: 'hot',
}

/** A path of this site, as it was sent; else the list of notifications. */
export function placeOf(path: unknown, origin: string): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return unread.path
  return URL.canParse(path, origin) && new URL(path, origin).origin === origin ? path : unread.path
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
 * Brings the place to the front: in the tab that has its page, else in a new one. Another tab is left alone, somebody
 * may be writing there. `tapped`: once it is kept what was tapped, the page may mark it; one that starts asks by itself.
 */
export async function openPlace({ clients, location }: Windows, path: string, tapped: Promise<unknown>): Promise<void> {
  const target = new URL(path, location.origin)
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(({ url }) => new URL(url).pathname === target.pathname)
  if (!open) return void (await clients.openWindow(target.href))
  await open.focus()
  // A page that this worker does not steer yet cannot be led on; it shows the right page already.
  if (open.url !== target.href) await open.navigate(target.href).catch(() => undefined)
  await tapped
  open.postMessage('tapped')
}

/** Shows what is pushed, and opens its place when it is tapped. */
export function answerPushes(scope: WorkerScope): void {
  scope.addEventListener('push', (event) => {
    const { title, body, path, tag } = readPush(event.data?.text() ?? '')
    const options: NotificationOptions & { renotify: boolean } = {
      body,
      tag,
      // Somebody new in the same notification is news.
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
    // A full disk is no reason not to open it.
    const tapped = keepTap(tag, origin).catch(console.warn)
    event.waitUntil(Promise.all([tapped, openPlace(scope, placeOf(data, origin), tapped)]))
  })
}

/** What was tapped until a page, which has a session, marks it as read. In a cache, since browsers end workers at will. */
export const tapsCache = `${cachePrefix}taps-1`

const isId = (tag: string) => /^[0-9a-f-]{36}$/.test(tag)

/** Keeps the id of a tapped notification; its tag, which is `hot` for a message that could not be read. */
export async function keepTap(tag: string, origin: string): Promise<void> {
  if (isId(tag)) await (await caches.open(tapsCache)).put(`${origin}/tapped/${tag}`, new Response())
}

/** The ids of what was tapped; each is given out once. */
export async function takeTaps(): Promise<string[]> {
  if (!(await caches.has(tapsCache))) return []
  const cache = await caches.open(tapsCache)
  const kept = await cache.keys()
  // One by one: somebody may be tapping on the next.
  await Promise.all(kept.map((request) => cache.delete(request)))
  return kept.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))
}

export const forgetTaps = (): Promise<boolean> => caches.delete(tapsCache)
