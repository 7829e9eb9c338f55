import type { Page, Request } from '@playwright/test'
import { retiredWorker } from '../../../server/pages/worker-route.ts'
import { alive, pass, visit } from '../support/journey.ts'
import { isGuest, isMember, leave } from '../support/session-steps.ts'
import { expect } from '../support/wire.ts'
import { cachedEntries, cachedUrls, isCached, profilePath, test } from '../support/worker-steps.ts'

const update = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })

/** Updates to a worker that takes over by itself, and waits until it has. */
const updateQuietly = async (page: Page) => {
  const before = await page.evaluateHandle(async () => (await navigator.serviceWorker.ready).active)
  await update(page)
  await expect
    .poll(() => page.evaluate(async (worker) => (await navigator.serviceWorker.ready).active !== worker, before))
    .toBe(true)
}

const waiting = (page: Page) => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))

/** A document of a server with HOT_SERVICE_WORKER=off. */
const ofServerWithoutWorker = (html: string) =>
  html.replace(/(<meta name="hot-config" content="\{)/, '$1&quot;worker&quot;:&quot;off&quot;,')

const isRegistered = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length > 0)

/** Advances the time after which a page registers its worker; returns its requests to `/sw.js`. */
async function quietPage(page: Page, path: string): Promise<string[]> {
  const asked: string[] = []
  const note = (request: Request) => void (request.url().endsWith('/sw.js') && asked.push(request.url()))
  page.context().on('request', note)
  await visit(page, path)
  await pass(page, 9)
  page.context().off('request', note)
  return asked
}

/** The worker of another build of the app, whose first script has another name. */
const ofOtherBuild = (worker: string) => worker.replaceAll(/\/assets\/index-[^"]+\.js/g, '/assets/index-other.js')

test('nothing of a member is kept, nothing at all after signing out; a new version asks first', async ({
  page,
  member,
  front,
}) => {
  const profile = await profilePath(page.request, member)
  await visit(page, profile)
  await isMember(page)
  await isCached(page, profile)
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.nickname ?? '')
  await visit(page, '/stars')
  await isCached(page, '/stars')
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('sb-hot-auth-token') ?? '{}').access_token)
  for (const { url, body } of await cachedEntries(page)) {
    expect(url).toMatch(/^\/(offline|stars|user\/[^/]+|(assets|fonts)\/.+|storage\/v1\/object\/public\/.+)$/)
    expect(body.includes(member.email) || body.includes(token), `${url} holds something of the member`).toBe(false)
  }

  await leave(page)
  await isGuest(page)
  await expect.poll(() => cachedUrls(page)).toEqual(['/offline'])

  // A new worker of the same build takes over without a notice.
  front.newWorker = (worker) => `${worker};`
  await updateQuietly(page)
  expect(await waiting(page)).toBe(false)
  const notice = page.getByText('Neue Version verfügbar')
  await expect(notice).toHaveCount(0)

  const field = page.getByRole('searchbox').first()
  await field.fill('Mitten im Satz')
  front.newWorker = ofOtherBuild
  await update(page)
  await expect(notice).toBeVisible()
  await expect(field, 'nothing was loaded anew').toHaveValue('Mitten im Satz')
  expect(await waiting(page)).toBe(true)
  await page.evaluate(() => Object.assign(window, { before: true }))
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect.poll(() => page.evaluate(() => 'before' in window).catch(() => true)).toBe(false)
  await alive(page)
  expect(await waiting(page)).toBe(false)

  // HOT_SERVICE_WORKER=off: the next update check of /sw.js ends the worker and deletes everything it cached.
  expect(await page.evaluate(() => caches.keys())).not.toEqual([])
  front.newWorker = () => retiredWorker
  await update(page)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  await visit(page, '/stars')
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  front.away = true
  await expect(page.goto('/stars'), 'nothing stands in for the network').rejects.toThrow('ERR_')
})

test('switched off: the next page ends the worker there is, and no page registers one again', async ({
  page,
  front,
}) => {
  await visit(page, '/stars')
  await isCached(page, '/stars')
  expect(await isRegistered(page)).toBe(true)

  // The page triggers it: the browser by itself would check for a new worker only after some time.
  front.newWorker = () => retiredWorker
  front.newDocument = ofServerWithoutWorker
  await visit(page, '/kalender')
  await expect.poll(() => isRegistered(page)).toBe(false)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])

  expect(await quietPage(page, '/stars'), 'nobody asks for a worker').toEqual([])
  expect(await isRegistered(page)).toBe(false)
  expect(await page.evaluate(() => caches.keys())).toEqual([])

  // Switched on again, the worker is registered again.
  front.newWorker = (worker) => worker
  front.newDocument = undefined
  await visit(page, '/stars')
  await pass(page, 9)
  await expect.poll(() => isRegistered(page)).toBe(true)
})
