import type { Page } from '@playwright/test'
import { addressOf, visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'

// Each link that gets the focus asks for its page ahead, more than the server answers at once.
test.use({ faultsExpected: true })

const paths = [
  '/',
  '/kalender?ansicht=liste',
  '/account/einstellungen',
  '/charts/stars/format-statistiken',
  '/stars/voting',
]

/** What has the focus and no point of which can be seen: a bar lies over it. Null: it is in sight. */
const hidden = () => {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return null
  // A control that is drawn by what stands beside it, such as a radio button within its label.
  const shown = activeElement.closest('label') ?? activeElement
  const { left, top, width, height } = shown.getBoundingClientRect()
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y] as const),
  )
  const isSeen = points.some(([x, y]) => {
    const at = document.elementFromPoint(x, y)
    return at !== null && (shown.contains(at) || at.contains(shown))
  })
  return isSeen ? null : `${location.pathname}: ${shown.outerHTML.slice(0, 120)}`
}

async function hiddenStops(page: Page, stops: number): Promise<{ hidden: string[]; seen: number }> {
  const found: string[] = []
  let seen = 0
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press(stop < stops * 0.7 ? 'Tab' : 'Shift+Tab')
    // After the frame in which the browser has scrolled to it.
    await page.evaluate(() => new Promise(requestAnimationFrame))
    const one = await page.evaluate(hidden)
    if (one) found.push(one)
    else seen++
  }
  return { hidden: found, seen }
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 320, height: 256 },
  { width: 1280, height: 800 },
]) {
  test(`no bar lies over what has the focus, at ${viewport.width}×${viewport.height}`, async ({ page, reader: _ }) => {
    test.slow()
    await page.setViewportSize(viewport)
    const found: string[] = []
    for (const path of paths) {
      await visit(page, path)
      const { hidden, seen } = await hiddenStops(page, 50)
      expect(seen).toBeGreaterThan(20)
      // Nothing leads away, opens or closes only because it is reached.
      expect(addressOf(page)).toBe(path)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      found.push(...hidden)
    }
    expect(found).toEqual([])
  })
}
