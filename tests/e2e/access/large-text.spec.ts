import { chromium, chromiumArguments } from '../../support/chromium.ts'
import { visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'

// The size of text that somebody has chosen in the browser's settings, here twice the usual one.
test.use({
  launchOptions: {
    executablePath: chromium,
    args: [...chromiumArguments, '--blink-settings=defaultFontSize=32,defaultFixedFontSize=26'],
  },
})

/** Sizes of the texts on the page, by what they are. */
const sizes = () =>
  Object.fromEntries(
    ['body', '.meta', 'h2', 'main .btn', '.section-head > a', '.badge'].flatMap((selector) => {
      const element = document.querySelector(selector)
      return element ? [[selector, Number.parseFloat(getComputedStyle(element).fontSize)]] : []
    }),
  )

test('text is twice as large where the browser says so, and still nothing leaves the screen', async ({
  page,
  reader: _,
  samples,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/')
  const shown = await page.evaluate(sizes)
  expect(shown.body).toBe(32)
  expect(shown['.meta']).toBe(26)
  // The lead story's: as wide as the screen, and no wider.
  expect(shown.h2).toBe(58.5)
  const paths = [
    '/',
    '/kalender',
    '/stars',
    '/stars/voting',
    '/formate',
    '/trashtalk',
    '/charts',
    '/account/einstellungen',
    '/auth',
  ]
  const tooWide: string[] = []
  for (const path of [
    ...paths,
    samples.star.path,
    samples.format.path,
    samples.rumor.path,
    samples.poll.path,
    samples.member.path,
  ]) {
    await visit(page, path)
    // The cards of the stack, which come later, are the tallest there are.
    if (path === '/stars/voting') await expect(page.locator('.voting-deck')).toBeVisible()
    // Headlines in a font that is replaced in a moment are a little wider.
    await page.evaluate(async () => void (await document.fonts.ready))
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return null
      const outside = [...document.querySelectorAll('body *')].filter(
        (one) => one.getBoundingClientRect().right > clientWidth + 1 && !one.closest('.scroller, .tabs, .letter-nav'),
      )
      return `${scrollWidth}: ${outside
        .slice(0, 3)
        .map((one) => one.outerHTML.slice(0, 90))
        .join(' ')}`
    })
    if (wide) tooWide.push(`${path} ${wide}`)
  }
  expect(tooWide).toEqual([])
})
