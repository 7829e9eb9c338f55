import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { headlinesOf } from './html.ts'
import { expect, test, visit } from './journey.ts'
import { publicRoutes, textOf } from './routes.ts'

const narrowest = 320

const visitIn = async (page: Page, theme: 'light' | 'dark', path: string) => {
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
  const response = await visit(page, path)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  return response
}

async function expectNoViolation(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze()
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    ),
  ).toEqual([])
}

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

async function expectLandmarks(page: Page, wide: boolean): Promise<void> {
  for (const landmark of ['banner', 'main', 'contentinfo'] as const)
    await expect(page.getByRole(landmark)).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: wide ? 'Hauptmenü' : 'Schnellzugriff' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}

for (const route of publicRoutes) {
  test(`${route.name} is readable and operable in light and dark`, async ({ page, samples }, { project }) => {
    const path = textOf(route.path, samples)
    const width = page.viewportSize()?.width ?? 0

    const response = await visitIn(page, 'light', path)
    expect(response?.status()).toBe(200)
    await expectLandmarks(page, project.name === 'desktop')
    // What the server wrote survives hydration.
    const [headline] = headlinesOf((await response?.text()) ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline ?? '', { useInnerText: false })
    await expectNoSidewaysScroll(page, width)
    await expectNoViolation(new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } }))

    await visitIn(page, 'dark', path)
    // Colours are all that a theme changes.
    await expectNoViolation(new AxeBuilder({ page }).withRules(['color-contrast']))
    if (project.name !== 'phone') return
    await page.setViewportSize({ width: narrowest, height: 700 })
    await expectNoSidewaysScroll(page, narrowest)
  })
}
