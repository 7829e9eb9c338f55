import type { Page } from '@playwright/test'
import { retiredWorker } from '../web/server/retired-worker.ts'
import { alive, visit } from './journey.ts'
import { isGuest, isMember, leave } from './session-steps.ts'
import { expect } from './wire.ts'
import { isKept, kept, keptUrls, profilePath, test } from './worker-steps.ts'

const update = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })

const waiting = (page: Page) => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))

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
  await isKept(page, profile)
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.nickname ?? '')
  await visit(page, '/stars')
  await isKept(page, '/stars')
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('sb-hot-auth-token') ?? '{}').access_token)
  for (const { url, body } of await kept(page)) {
    expect(url).toMatch(/^\/(offline|stars|user\/[^/]+|(assets|fonts)\/.+|storage\/v1\/object\/public\/.+)$/)
    expect(body.includes(member.email) || body.includes(token), `${url} holds something of the member`).toBe(false)
  }

  await leave(page)
  await isGuest(page)
  await expect.poll(() => keptUrls(page)).toEqual(['/offline'])

  // A new worker of the same build takes over without a word.
  front.newWorker = (worker) => `${worker};`
  await update(page)
  await expect.poll(() => waiting(page)).toBe(false)
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

  // HOT_SERVICE_WORKER=off: the next look at /sw.js ends what the worker did and deletes everything it kept.
  expect(await page.evaluate(() => caches.keys())).not.toEqual([])
  front.newWorker = () => retiredWorker
  await update(page)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  await visit(page, '/stars')
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  front.away = true
  await expect(page.goto('/stars'), 'nothing stands in for the network').rejects.toThrow('ERR_')
})
