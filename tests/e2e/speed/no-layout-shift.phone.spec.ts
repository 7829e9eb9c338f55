import type { Samples } from '../../support/site/samples.ts'
import { headFace } from '../support/head-face.ts'
import { expect, scrollTo, test, visit } from '../support/journey.ts'

test.use({ knowsHot: false })

/** Cumulative layout shift of a page; Google calls 0.1 good. */
const allowed = 0.005

const pages: [name: string, path: (samples: Samples) => string][] = [
  ['the start page', () => '/'],
  ['the list of stars', () => '/stars'],
  ['a star', ({ star }) => star.path],
  ['the calendar', () => '/kalender'],
  ['Trashtalk', () => '/trashtalk'],
  ['a post', ({ rumor }) => rumor.path],
]

for (const [name, path] of pages) {
  test(`nothing jumps while ${name} loads and is read to its foot`, async ({ page, samples }) => {
    await page.addInitScript(() => {
      Reflect.set(window, 'shifts', [])
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!Reflect.get(entry, 'hadRecentInput')) Reflect.get(window, 'shifts').push(Reflect.get(entry, 'value'))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // On a slow line the face comes after the first paint.
    await page.route('**/fonts/*.woff2', async (route) => {
      const answer = await route.fetch()
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      await route.fulfill({ response: answer })
    })
    await visit(page, path(samples))
    await headFace(page)
    await scrollTo(page, '© 2025 HoT')
    const shifts = await page.evaluate<number[]>(() => Reflect.get(window, 'shifts'))
    // A second face may still be on its way.
    await page.unrouteAll({ behavior: 'wait' })
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(allowed)
  })
}
