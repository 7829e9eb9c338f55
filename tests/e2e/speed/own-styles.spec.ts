import type { Page } from '@playwright/test'
import type { Samples } from '../../support/site/samples.ts'
import { expect, test } from '../support/wire.ts'

const pages: readonly ((samples: Samples) => string)[] = [
  () => '/',
  () => '/stars',
  () => '/stars/voting',
  ({ star }) => star.path,
  () => '/formate',
  ({ format }) => format.path,
  ({ season }) => season.path,
  () => '/kalender',
  () => '/kalender?ansicht=woche',
  () => '/kalender?ansicht=monat',
  () => '/trashtalk',
  ({ rumor }) => rumor.path,
  ({ poll }) => poll.path,
  () => '/charts',
  () => '/charts/stars/format-statistiken',
  ({ member }) => member.path,
  () => '/news',
  ({ article }) => article.path,
  () => '/suche?q=mandy',
  () => '/auth',
  () => '/datenschutz',
  () => '/gibt-es-nicht',
]

/** Where each element lies and what it looks like. */
const looks = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const { color, backgroundColor, borderColor, fontSize, fontWeight, display, opacity, translate } =
        getComputedStyle(element)
      const box = [x, y, width, height].map(Math.round).join(' ')
      const style = [color, backgroundColor, borderColor, fontSize, fontWeight, display, opacity, translate].join(' ')
      return `${element.localName}.${element.getAttribute('class') ?? ''}: ${box} ${style}`
    }),
  )

/** Without the app, which shows more than the page of the server and loads the rest itself. */
test.use({ javaScriptEnabled: false })

for (const [name, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
}))
  for (const colorScheme of ['light', 'dark'] as const)
    test(`each page brings the styles of all that it shows: ${name}, ${colorScheme}`, { tag: '@full' }, async ({
      page,
      samples,
    }) => {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const at of pages)
        await test.step(at(samples), async () => {
          await page.goto(at(samples), { waitUntil: 'networkidle' })
          const rest = await page.locator('style[data-rest]').getAttribute('data-rest')
          const before = await looks(page)
          expect(before.length).toBeGreaterThan(50)
          const sheet = await (await page.request.get(rest ?? '')).text()
          await page.evaluate((css) => {
            const others = new CSSStyleSheet()
            others.replaceSync(css)
            document.adoptedStyleSheets = [others]
          }, sheet)
          expect(await looks(page)).toEqual(before)
        })
    })
