import { visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'

/** How much of the screen is taken by what stays in place while the page is scrolled. */
const keptHeight = () => {
  const rows = new Set<number>()
  for (const element of document.querySelectorAll('body *')) {
    const { position } = getComputedStyle(element)
    if ((position !== 'fixed' && position !== 'sticky') || !element.checkVisibility({ opacityProperty: true })) continue
    const { top, bottom, width } = element.getBoundingClientRect()
    // Tooltips, counters and first columns of tables cover no line of their own.
    if (width < innerWidth / 2) continue
    for (let row = Math.max(0, Math.floor(top)); row < Math.min(innerHeight, bottom); row++) rows.add(row)
  }
  return rows.size
}

test('on 320×256, a desktop magnified four times, at least half of the height is left to read, and nothing is cut off', async ({
  page,
  reader: _,
  samples,
}) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 256 })
  const paths = ['/', '/kalender?ansicht=liste', '/kalender?ansicht=woche', '/stars/voting', '/account/einstellungen']
  for (const path of [...paths, samples.rumor.path, samples.member.path, samples.star.path]) {
    await visit(page, path)
    await page.evaluate(() => window.scrollTo(0, 400))
    await expect.poll(() => page.evaluate(() => window.scrollY), path).toBeGreaterThan(0)
    expect(await page.evaluate(keptHeight), `${path}: kept in place`).toBeLessThanOrEqual(128)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path}: width`).toBeLessThanOrEqual(320)
  }
})
