import type { BrowserContext, Page, Worker } from '@playwright/test'
import { visit } from './journey.ts'
import { asServer, signIn } from './member.ts'
import { commented } from './push-steps.ts'
import { isMember } from './session-steps.ts'
import { expect } from './wire.ts'
import { test } from './worker-steps.ts'

/** As a push service hands a message to the browser. */
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

const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, tag }) => ({ title, tag }))
  })

/**
 * Taps on what is shown. Nothing but a person's finger may open windows or bring them to the front, so both only say what
 * they would do. Answers the addresses that would be opened in a new tab.
 */
const tap = (worker: Worker): Promise<string[]> =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      clients: { openWindow(url: string): Promise<null> }
      WindowClient: { prototype: { focus(): Promise<unknown> } }
      NotificationEvent: new (kind: string, init: { notification?: Notification }) => Event
    }
    const opened: string[] = []
    scope.clients.openWindow = async (url) => {
      opened.push(url)
      return null
    }
    scope.WindowClient.prototype.focus = async function focus() {
      return this
    }
    const [notification] = await scope.registration.getNotifications()
    const works: Promise<unknown>[] = []
    const event = new scope.NotificationEvent('notificationclick', { notification })
    // An event made by a script cannot keep the worker alive; this call does.
    Object.assign(event, { waitUntil: (work: Promise<unknown>) => works.push(work) })
    dispatchEvent(event)
    await Promise.all(works)
    return opened
  })

const workerOf = async (context: BrowserContext) =>
  context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))

test('a tap on a message opens its place and marks it as read, in a new tab and in one that is open, without a trace', async ({
  page,
  context,
  front,
  request,
}) => {
  await context.grantPermissions(['notifications'])
  const { author, comment, notification, path, isRead } = await commented(request)
  await signIn(page, author)
  await visit(page, '/stars')
  await isMember(page)
  const worker = await workerOf(context)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const message = { title: 'HoT', body: 'Jemand hat kommentiert.', path, tag: notification }

  await deliver(page, message)
  await expect.poll(() => shown(worker)).toEqual([{ title: 'HoT', tag: notification }])
  expect(await tap(worker)).toEqual([front.url + path])
  expect(await shown(worker)).toEqual([])
  expect(await isRead()).toBe(false)

  const tab = await context.newPage()
  await visit(tab, path)
  await expect(tab.locator(`#kommentar-${comment}`)).toBeInViewport()
  await expect.poll(isRead).toBe(true)
  expect(tab.url()).toBe(front.url + path)
  // The empty page of a new tab and this one.
  expect(await tab.evaluate(() => history.length)).toBe(2)

  // The tab that shows the place already is not loaded anew, and marks it as well.
  const unread = await request.patch(`/rest/v1/notifications?id=eq.${notification}`, {
    headers: asServer(),
    data: { read: false },
  })
  expect(unread.status(), await unread.text()).toBe(204)
  await tab.evaluate(() => Object.assign(window, { before: true }))
  await deliver(page, message)
  await expect.poll(() => shown(worker)).toHaveLength(1)
  expect(await tap(worker)).toEqual([])
  await expect.poll(isRead).toBe(true)
  expect(await tab.evaluate(() => 'before' in window)).toBe(true)
  expect(tab.url()).toBe(front.url + path)
})
