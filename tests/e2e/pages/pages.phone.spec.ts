import type { Page } from '@playwright/test'
import { headlinesOf } from '../../support/site/html.ts'
import { publicRoutes, textOf } from '../../support/site/routes.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test, visit } from '../support/journey.ts'

const narrowest = 320
const wide = 1280

async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  const widest = await page.evaluate((limit) => {
    const { scrollWidth } = document.documentElement
    const outside = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > limit + 1 && !element.closest('.scroller, .tabs'),
    )
    return { scrollWidth, outside: outside.slice(0, 3).map((element) => element.outerHTML.slice(0, 120)) }
  }, width)
  expect(widest.scrollWidth, `nothing wider than ${width}: ${widest.outside.join(' ')}`).toBeLessThanOrEqual(width)
}

async function expectLandmarks(page: Page, isWide: boolean): Promise<void> {
  for (const landmark of ['banner', 'main', 'contentinfo'] as const)
    await expect(page.getByRole(landmark)).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: isWide ? 'Hauptmenü' : 'Schnellzugriff' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}

test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

for (const route of publicRoutes) {
  test(`${route.name} is readable and operable in light and dark, on every width`, async ({ page, samples }) => {
    const path = textOf(route.path, samples)
    const width = page.viewportSize()?.width ?? 0

    const response = await visit(page, path)
    expect(response?.status()).toBe(200)
    await expectLandmarks(page, false)
    // What the server wrote survives hydration.
    const [headline] = headlinesOf((await response?.text()) ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline ?? '', { useInnerText: false })
    await expectNoSidewaysScroll(page, width)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expectNoViolation(page, { rules: { 'target-size': { enabled: true } } })

    // Colours are all that a theme changes.
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expectNoViolation(page, { runOnly: ['color-contrast'] })
    await page.setViewportSize({ width: narrowest, height: 700 })
    await expectNoSidewaysScroll(page, narrowest)

    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: wide, height: 800 })
    await expectLandmarks(page, true)
    await expectNoSidewaysScroll(page, wide)
    await expectNoViolation(page, {})
  })
}
