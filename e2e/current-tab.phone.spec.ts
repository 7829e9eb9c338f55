import { expect, test, visit } from './journey.ts'

const rows = [
  { path: '/charts/community/karma-champs', row: 'Charts', current: 'Karma Champions' },
  { path: '/trashtalk/diskussionen', row: 'Trashtalk', current: 'Diskussionen' },
  { path: '/stars?buchstabe=Y', row: 'A bis Z', current: 'Y' },
]
for (const { path, row, current } of rows) {
  test(`${path} shows where one is in a row that does not fit`, async ({ page }) => {
    await visit(page, path)
    const link = page.getByRole('navigation', { name: row, exact: true }).getByRole('link', { name: current })
    await expect(link).toHaveAttribute('aria-current', /page|true/)
    await expect(link).toBeInViewport({ ratio: 0.95 })
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })
}
