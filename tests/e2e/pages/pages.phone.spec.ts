import type { Page } from '@playwright/test'
import { headlinesOf } from '../../support/site/html.ts'
import { publicRoutes, textOf } from '../../support/site/routes.ts'
import { colourRules, expectNoViolation } from '../support/axe.ts'
import { expect, test, visit } from '../support/journey.ts'

const phone = { width: 390, height: 844 }
const narrowest = 320
const wide = 1280
/** A wide screen at 200 % zoom has half of its width. */
const zoomed = wide / 2

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

async function choose(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

/** A theme changes only colours. */
const rules = { light: { rules: { 'target-size': { enabled: true } } }, dark: colourRules }

/** What every visitor sees at one address: landmarks, the server's headline, and in both themes on every width. */
async function expectUsable(page: Page, path: string): Promise<void> {
  await page.setViewportSize(phone)
  const response = await visit(page, path)
  expect(response?.status()).toBe(200)
  await expectLandmarks(page, false)
  // The server's markup survives hydration.
  const [headline] = headlinesOf((await response?.text()) ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline ?? '', { useInnerText: false })
  for (const width of [narrowest, phone.width, zoomed, wide]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page, width)
    for (const theme of ['light', 'dark'] as const) {
      await choose(page, theme)
      await test.step(`${width}, ${theme}`, () => expectNoViolation(page, rules[theme]))
    }
  }
  await expectLandmarks(page, true)
}

/**
 * Selectors that apply to a hovering pointer although the device may have none: a tap would leave them on. Without scripts
 * that is how a tap opens a spoiler.
 */
const hoversEverywhere = () => {
  const found: string[] = []
  const look = (rules: CSSRuleList, isGuarded: boolean) => {
    for (const rule of rules) {
      const guarded =
        isGuarded || (rule instanceof CSSMediaRule && /hover:\s*hover|scripting:\s*none/.test(rule.conditionText))
      if (rule instanceof CSSStyleRule && !guarded && rule.selectorText.includes(':hover'))
        found.push(rule.selectorText)
      if ('cssRules' in rule) look(rule.cssRules as CSSRuleList, guarded)
    }
  }
  for (const sheet of document.styleSheets) look(sheet.cssRules, false)
  return found
}

test('a chosen letter and day are readable under the finger that chose them, and under a mouse', async ({
  page,
  browser,
}) => {
  await visit(page, '/stars')
  expect(await page.evaluate(hoversEverywhere)).toEqual([])
  await page.getByRole('navigation', { name: 'A bis Z' }).getByRole('link').nth(2).tap()
  await expect(page).toHaveURL(/buchstabe=/)
  await expectNoViolation(page, colourRules, 'main')
  await visit(page, '/kalender')
  expect(await page.evaluate(hoversEverywhere)).toEqual([])
  await page.getByRole('navigation', { name: 'Tage' }).getByRole('link').last().tap()
  await expect(page).toHaveURL(/datum=|kalender$/)
  await expectNoViolation(page, colourRules, 'main')

  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false })
  const withMouse = await desk.newPage()
  for (const path of ['/stars?buchstabe=A', '/kalender?ansicht=liste', '/charts/stars/hot-bestenliste']) {
    await withMouse.goto(path)
    for (const current of await withMouse.locator('main [aria-current]:visible').all()) {
      await current.hover()
      await expectNoViolation(withMouse, colourRules, 'main')
    }
  }
  await desk.close()
})

/** Many addresses in one journey: a page whose code is already loaded and compiled opens in half the time. */
const together = 9
for (let first = 0; first < publicRoutes.length; first += together) {
  const routes = publicRoutes.slice(first, first + together)
  const names = routes.map(({ name }) => name).join(', ')
  test(`readable and operable in light and dark, on every width and zoomed: ${names}`, { tag: '@full' }, async ({
    page,
    samples,
  }) => {
    test.slow()
    for (const { name, path } of routes) await test.step(name, () => expectUsable(page, textOf(path, samples)))
  })
}
