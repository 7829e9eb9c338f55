import type { Page } from '@playwright/test'
import { brokenWordsHere, LONGEST_WORD } from '../../support/components/broken-words.ts'
import { publicRoutes, textOf } from '../../support/site/routes.ts'
import { expect, visit } from '../support/journey.ts'
import { test } from '../support/member.ts'

/** What `brokenWordsHere` finds on the page. */
const brokenWords = (page: Page): Promise<string[]> => page.evaluate(brokenWordsHere, LONGEST_WORD)

const widths = [320, 390, 1280]

test('no word goes over two lines but at a hyphen, on any page and width', { tag: '@full' }, async ({
  page,
  samples,
}) => {
  test.setTimeout(600_000)
  for (const { name, path } of publicRoutes) {
    await visit(page, textOf(path, samples))
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft(await brokenWords(page), `${name}, ${width}`).toEqual([])
    }
  }
})

test('what is cut in two is found', async ({ page }) => {
  await page.setContent('<p style="width: 40px; overflow-wrap: anywhere">Dschungelcamp Ost-West</p>')
  const found = await brokenWords(page)
  expect(found.length).toBeGreaterThan(0)
  for (const word of found) expect(word.replace('|', '')).toBe('Dschungelcamp')
})
