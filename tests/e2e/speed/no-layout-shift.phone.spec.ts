import type { Samples } from '../../support/site/samples.ts'
import { firstVisits, noteShifts, shiftOf } from '../support/first-visit.ts'
import { headFace } from '../support/head-face.ts'
import { expect, scrollTo, test, visit } from '../support/journey.ts'

test.use({ knowsHot: false })

/** Cumulative layout shift of a page; Google calls 0.1 good. */
const allowed = 0.005

const paths: readonly ((samples: Samples) => string)[] = [
  () => '/',
  () => '/stars',
  ({ star }) => star.path,
  () => '/kalender',
  () => '/trashtalk',
  ({ rumor }) => rumor.path,
]

test('nothing jumps while pages load and are read to their foot', async ({ page, samples }) => {
  const forget = await firstVisits(page)
  await noteShifts(page)
  // On a slow connection the font arrives after the first paint.
  await page.route('**/assets/*.woff2', async (route) => {
    const answer = await route.fetch()
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.fulfill({ response: answer })
  })
  for (const path of paths)
    await test.step(path(samples), async () => {
      await forget()
      await visit(page, path(samples))
      await headFace(page)
      await scrollTo(page, '© 2025 HoT')
      expect(await shiftOf(page)).toBeLessThanOrEqual(allowed)
    })
  // A second font may still be loading.
  await page.unrouteAll({ behavior: 'wait' })
})
