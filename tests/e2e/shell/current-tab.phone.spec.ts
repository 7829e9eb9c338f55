import { headFace } from '../support/head-face.ts'
import { expect, test, visit } from '../support/journey.ts'

test.use({ knowsHot: false })

const rows = [
  { path: '/charts/community/karma-champs', row: 'Charts', current: 'Karma Champions' },
  { path: '/trashtalk/diskussionen', row: 'Trashtalk', current: 'Diskussionen' },
  { path: '/stars?buchstabe=Y', row: 'A bis Z', current: 'Y' },
]

test('a row that does not fit shows where one is', async ({ page }) => {
  // On a slow connection the headline font arrives after the row was scrolled, and makes it wider.
  await page.route('**/assets/*.woff2', async (route) => {
    await page.waitForFunction(() => [...document.querySelectorAll('main nav')].some((nav) => nav.scrollLeft > 0))
    await route.continue()
  })
  for (const { path, row, current } of rows) {
    await visit(page, path)
    await headFace(page)
    const link = page.getByRole('navigation', { name: row, exact: true }).getByRole('link', { name: current })
    await expect(link).toHaveAttribute('aria-current', /page|true/)
    await expect(link, path).toBeInViewport({ ratio: 0.95 })
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  }
  await page.unrouteAll({ behavior: 'wait' })
})
