import type { BrowserContext, Page, Worker } from '@playwright/test'
import { asServer } from '../../support/site/members.ts'
import { pass, visit } from '../support/journey.ts'
import { signIn } from '../support/member.ts'
import { commented } from '../support/push-steps.ts'
import { isGuest, isMember, leave } from '../support/session-steps.ts'
import { expect } from '../support/wire.ts'
import { test } from '../support/worker-steps.ts'

/** As a push service delivers a message to the browser. */
async function deliver(page: Page, data: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registration,
    data: JSON.stringify(data),
  })
  await devtools.detach()
}

/** The parts of a worker's scope that these steps use. */
type Scope = {
  registration: {
    showNotification(title: string, options: { tag: string; data: unknown }): Promise<void>
    getNotifications(): Promise<readonly { title: string; tag: string }[]>
  }
  clients: { openWindow(url: string): Promise<null> }
  WindowClient: { prototype: { focus(): Promise<unknown> } }
}

/**
 * Headless Chromium shows no notifications, and only a user gesture may open or focus a tab. Both are replaced by
 * lists of what was shown and opened; everything else is the browser's own.
 */
const giveDevice = (worker: Worker) =>
  worker.evaluate(() => {
    const { registration, clients, WindowClient } = globalThis as unknown as Scope
    let notifications: { title: string; tag: string; close(): void }[] = []
    const close = (closed: string) => {
      notifications = notifications.filter(({ tag }) => tag !== closed)
    }
    registration.showNotification = async (title, { tag, data }) => {
      close(tag)
      notifications.push(Object.assign({ title, tag, data }, { close: () => close(tag) }))
    }
    registration.getNotifications = async () => notifications
    clients.openWindow = async (url) => {
      Object.assign(globalThis, { opened: url })
      return null
    }
    WindowClient.prototype.focus = async function focus() {
      return this
    }
  })

const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as Scope
    return (await registration.getNotifications()).map(({ title, tag }) => ({ title, tag }))
  })

/** Taps on the shown notification. Returns the address that would be opened in a new tab. */
const tap = (worker: Worker): Promise<unknown> =>
  worker.evaluate(async () => {
    const [notification] = await (globalThis as unknown as Scope).registration.getNotifications()
    Object.assign(globalThis, { opened: undefined })
    const works: Promise<unknown>[] = []
    const waitUntil = (work: Promise<unknown>) => works.push(work)
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
    await Promise.all(works)
    return Reflect.get(globalThis, 'opened') as unknown
  })

const workerOf = async (context: BrowserContext) =>
  context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))

test('a tap on a message opens its place and marks it as read, in a new tab and in one that is open, without a trace', async ({
  page,
  context,
  front,
  request,
}) => {
  await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'granted' }))
  const { author, comment, notification, path, isRead } = await commented(request)
  await signIn(page, author)
  await visit(page, '/stars')
  await isMember(page)
  await pass(page, 9)
  const worker = await workerOf(context)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await giveDevice(worker)
  const message = { title: 'HoT', body: 'Jemand hat kommentiert.', path, tag: notification }

  await deliver(page, message)
  await expect.poll(() => shown(worker)).toEqual([{ title: 'HoT', tag: notification }])
  expect(await tap(worker)).toBe(front.url + path)
  expect(await shown(worker)).toEqual([])
  expect(await isRead()).toBe(false)

  const tab = await context.newPage()
  await visit(tab, path)
  await expect(tab.locator(`#kommentar-${comment}`)).toBeInViewport()
  await expect.poll(isRead).toBe(true)
  expect(tab.url()).toBe(front.url + path)
  // The empty page of a new tab and this one.
  expect(await tab.evaluate(() => history.length)).toBe(2)

  // The tab that already shows the target is not reloaded, and marks the notification as read as well.
  const unread = await request.patch(`/rest/v1/notifications?id=eq.${notification}`, {
    headers: asServer(),
    data: { read: false },
  })
  expect(unread.status(), await unread.text()).toBe(204)
  await tab.evaluate(() => Object.assign(window, { before: true }))
  await deliver(page, message)
  await expect.poll(() => shown(worker)).toHaveLength(1)
  expect(await tap(worker)).toBeUndefined()
  await expect.poll(isRead).toBe(true)
  expect(await tab.evaluate(() => 'before' in window)).toBe(true)
  expect(tab.url()).toBe(front.url + path)
})

test('who signs out without a network is told nothing more on this device, although the server does not know', async ({
  page,
  context,
  request,
}) => {
  const { author, notification, path } = await commented(request)
  await signIn(page, author)
  await visit(page, '/stars')
  await isMember(page)
  await pass(page, 9)
  const worker = await workerOf(context)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await giveDevice(worker)
  // Headless Chromium has no push service to subscribe at.
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as Scope
    const subscription = { unsubscribe: async () => Object.assign(globalThis, { unsubscribed: true }) }
    Object.defineProperty(registration, 'pushManager', { value: { getSubscription: async () => subscription } })
  })
  await deliver(page, { title: 'HoT', body: 'Jemand hat kommentiert.', path, tag: notification })
  await expect.poll(() => shown(worker)).toHaveLength(1)

  await context.setOffline(true)
  await leave(page)
  await expect(page.getByText('Auf diesem Gerät bist du abgemeldet.')).toBeVisible()
  await isGuest(page)
  await expect.poll(() => worker.evaluate(() => Reflect.get(globalThis, 'unsubscribed') as unknown)).toBe(true)
  expect(await shown(worker)).toEqual([])
})
