import { registerMember } from '../../support/site/members.ts'
import { alive, visit } from '../support/journey.ts'
import { expect } from '../support/wire.ts'
import { givePhoto, isCached, offlineHeading, profilePath, test } from '../support/worker-steps.ts'

test('what was read is there without a network, with its picture; the rest says so; what is gone goes here, too', async ({
  page,
  context,
  front,
}) => {
  const somebody = await registerMember(page.request)
  const picture = await givePhoto(page.request, somebody)
  const profile = await profilePath(page.request, somebody)
  const heading = page.getByRole('heading', { level: 1 })
  const calendar = page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Kalender' })

  const first = await visit(page, profile)
  expect(await first?.headerValue('set-cookie'), 'a cookie would belong to one visitor').toBeNull()
  await isCached(page, profile)
  await isCached(page, picture)
  // Client-side navigation: the router fetches data only.
  await calendar.click()
  await expect(heading).toHaveText('Kalender')
  await isCached(page, '/kalender')

  // The server is unreachable, which the device does not know.
  front.away = true
  await page.goto(profile)
  await alive(page)
  await expect(heading).toHaveText(somebody.nickname ?? '')
  const photo = page.getByRole('main').locator(`img[src^="${picture}"]`).first()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.goto('/formate')
  await expect(offlineHeading(page)).toBeVisible()
  await page.getByRole('link', { name: 'Kalender' }).click()
  await expect(heading).toHaveText('Kalender')

  // The device knows it is offline: links load documents.
  await page.goto(profile)
  await alive(page)
  await isCached(page, profile)
  await context.setOffline(true)
  // Until the page is controlled by its worker, the router reports a failure.
  await expect(async () => {
    await calendar.click()
    await expect(heading).toHaveText('Kalender', { timeout: 2_000 })
  }).toPass()
  await context.setOffline(false)

  front.away = false
  front.gone.add(profile)
  expect((await page.goto(profile))?.status()).toBe(404)
  front.away = true
  await page.goto(profile)
  await expect(offlineHeading(page)).toBeVisible()
})
