import { afterEach, expect, it, vi } from 'vitest'
import { fakeCaches } from '../../../tests/support/web/fake-caches.ts'
import { answerPushes, endPushes, openPlace, placeOf, readPush, takeTaps } from './push.ts'
import type { WorkerScope } from './worker-scope.ts'

const origin = 'https://hot.example'
const id = '80000000-0000-4000-8000-000000000001'
const place = '/trashtalk/geruechte/2026/11/21/was?kommentar=1#kommentar-1'

afterEach(() => vi.unstubAllGlobals())

/** Tabs with these URLs; records what is done with them. */
function tabs(...urls: string[]) {
  const done: string[] = []
  const pages = urls.map((url) => ({
    url,
    focus: async () => void done.push(`focus ${url}`),
    navigate: async (to: string) => void done.push(`navigate ${to}`),
    postMessage: (message: string) => void done.push(`say ${message}`),
  }))
  const clients = { matchAll: async () => pages, openWindow: async (url: string) => void done.push(`open ${url}`) }
  const scope = { clients, location: { origin } } as unknown as WorkerScope
  return { scope, done }
}

it('a push is shown with its text; an unreadable one with a general text', () => {
  const push = { title: 'HoT', body: 'Anna hat dich erwähnt', path: place, tag: '1' }
  expect(readPush(JSON.stringify({ ...push, type: 'mention', badge: 3 }))).toEqual(push)
  for (const text of ['', 'null', '{kaputt', '{"title": 1}'])
    expect(readPush(text).path).toBe('/account/benachrichtigungen')
})

it('only paths of this site are opened', () => {
  expect(placeOf(place, origin)).toBe(place)
  for (const path of [
    'https://boese.example/',
    '//boese.example/',
    '/\\boese.example',
    'javascript:alert(1)',
    undefined,
  ])
    expect(placeOf(path, origin)).toBe('/account/benachrichtigungen')
})

it('the tab with the page goes to the exact place, and is told of the tap once that is stored', async () => {
  const { scope, done } = tabs(`${origin}/stars`, `${origin}/trashtalk/geruechte/2026/11/21/was`)
  const tapped = new Promise<void>((resolve) => setTimeout(resolve, 10)).then(() => void done.push('kept'))
  await openPlace(scope, place, tapped)
  expect(done).toEqual([
    `focus ${origin}/trashtalk/geruechte/2026/11/21/was`,
    `navigate ${origin}${place}`,
    'kept',
    'say tapped',
  ])
})

it('a tab that is already there is told of the tap and not reloaded', async () => {
  const { scope, done } = tabs(`${origin}${place}`)
  await openPlace(scope, place, Promise.resolve())
  expect(done).toEqual([`focus ${origin}${place}`, 'say tapped'])
})

it('without such a tab a new one is opened, and tabs with drafts are not touched', async () => {
  const { scope, done } = tabs(`${origin}/trashtalk/erstellen`)
  await openPlace(scope, place, Promise.resolve())
  expect(done).toEqual([`open ${origin}${place}`])
})

it('a push has a target; a tap opens it and stores what to mark as read', async () => {
  vi.stubGlobal('caches', fakeCaches())
  const { scope, done } = tabs()
  const listeners: Record<string, (event: object) => void> = {}
  const shown: [string, NotificationOptions][] = []
  Object.assign(scope, {
    addEventListener: (kind: string, listener: (event: object) => void) =>
      Object.assign(listeners, { [kind]: listener }),
    registration: {
      showNotification: async (title: string, options: NotificationOptions) => void shown.push([title, options]),
    },
  })
  answerPushes(scope)
  const work: Promise<unknown>[] = []
  const waitUntil = (promise: Promise<unknown>) => void work.push(promise)
  const text = JSON.stringify({ title: 'HoT', body: 'Anna hat dich erwähnt', path: place, tag: id })
  listeners.push?.({ data: { text: () => text }, waitUntil })
  expect(shown).toMatchObject([['HoT', { body: 'Anna hat dich erwähnt', tag: id, renotify: true, data: place }]])
  let closed = false
  const notification = {
    data: shown[0]?.[1].data,
    tag: shown[0]?.[1].tag,
    close: () => {
      closed = true
    },
  }
  listeners.notificationclick?.({ notification, waitUntil })
  await Promise.all(work)
  expect([closed, done]).toEqual([true, [`open ${origin}${place}`]])
  expect(await takeTaps()).toEqual([id])
})

it('the target is opened even if nothing can be stored', async () => {
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('full')) })
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { scope, done } = tabs()
  let tap: (event: object) => void = () => {}
  Object.assign(scope, {
    addEventListener(kind: string, listener: (event: object) => void) {
      if (kind === 'notificationclick') tap = listener
    },
  })
  answerPushes(scope)
  const work: Promise<unknown>[] = []
  tap({ notification: { data: place, tag: id, close: () => {} }, waitUntil: (one: Promise<unknown>) => work.push(one) })
  await Promise.all(work)
  expect(done).toEqual([`open ${origin}${place}`])
  expect(warned).toHaveBeenCalledOnce()
})

it('who signs out leaves no notification on the screen and no subscription', async () => {
  const done: string[] = []
  const shown = ['1', '2'].map((tag) => ({ close: () => done.push(`close ${tag}`) }))
  const subscription = { unsubscribe: async () => done.push('unsubscribe') }
  const getNotifications = async () => shown
  const given = (pushManager: unknown) =>
    ({ registration: { getNotifications, pushManager } }) as unknown as WorkerScope
  await endPushes(given({ getSubscription: async () => subscription }))
  expect(done).toEqual(['close 1', 'close 2', 'unsubscribe'])
  await endPushes(given({ getSubscription: async () => null }))
  await endPushes(given(undefined))
  expect(done.filter((what) => what === 'unsubscribe')).toHaveLength(1)
})
