import { alive, visit } from '../support/journey.ts'
import { registerMember } from '../support/member.ts'
import { expect } from '../support/wire.ts'
import { givePhoto, isKept, offlineHeading, profilePath, test } from '../support/worker-steps.ts'

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
  await isKept(page, profile)
  await isKept(page, picture)
  // Without a document: the router only fetches what changes.
  await calendar.click()
  await expect(heading).toHaveText('Kalender')
  await isKept(page, '/kalender')

  // The server is out of reach, which the device does not know.
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

  // The device knows: links open whole pages.
  await page.goto(profile)
  await alive(page)
  await isKept(page, profile)
  await context.setOffline(true)
  // Until the page knows of its worker, the router says that it cannot.
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
