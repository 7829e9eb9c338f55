import type { Page } from '@playwright/test'
import { expect, test, visit } from '../support/journey.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Suche' })
const results = (page: Page) => page.getByRole('option')
const headline = (page: Page) => page.getByRole('dialog').getByRole('status')
const badges = ['Star', 'Format', 'Beitrag', 'Charts']

async function openSearch(page: Page, path = '/impressum'): Promise<void> {
  await visit(page, path)
  await page.getByRole('button', { name: 'Suche öffnen' }).click()
  await expect(field(page)).toBeFocused()
}

async function searchFor(page: Page, query: string): Promise<string[]> {
  await field(page).fill(query)
  await expect(headline(page)).toHaveText(`Suchergebnisse für "${query}"`)
  return results(page).allInnerTexts()
}

test('finds a star, a format, a post and a chart, each with its badge and address, and leads there', async ({
  page,
  samples,
}) => {
  await openSearch(page)
  const wanted = [
    { query: samples.star.text.split(' ')[0] ?? '', badge: 'Star', path: samples.star.path },
    { query: samples.format.text, badge: 'Format', path: samples.format.path },
    { query: samples.discussion.text, badge: 'Beitrag', path: samples.discussion.path },
    { query: 'Meinungsmacher', badge: 'Charts', path: '/charts/community/meinungsmacher' },
    { query: 'Karma', badge: 'Charts', path: '/charts/community/karma-champs' },
  ]
  for (const { query, badge, path } of wanted) {
    const found = await searchFor(page, query)
    for (const text of found)
      expect(
        badges.some((known) => text.endsWith(known)),
        text,
      ).toBe(true)
    const hit = page.locator(`[role=option][href="${path}"]`)
    await expect(hit).toContainText(badge)
  }
  await page.locator('[role=option][href="/charts/community/karma-champs"]').click()
  await expect(page).toHaveURL('/charts/community/karma-champs')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('/ and Ctrl K open it, but not while one writes a slash; a number in the address stays as it was written', async ({
  page,
}) => {
  await visit(page, '/stars?q=123')
  const stars = page.getByRole('searchbox', { name: 'Stars durchsuchen' })
  await expect(stars).toHaveValue('123')
  await expect(page).toHaveURL('/stars?q=123')
  await stars.fill('')
  await stars.focus()
  await page.keyboard.press('/')
  await expect(stars).toHaveValue('/')
  await expect(page.getByRole('dialog')).toBeHidden()
  await stars.fill('')
  await stars.blur()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
})

test('what is typed before the search has loaded stands in its field', async ({ page }) => {
  await visit(page, '/impressum')
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('/')
  await page.keyboard.type('mülx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('ler')
  arrive()
  await expect(field(page)).toHaveValue('müller')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(' m')
  await expect(field(page)).toHaveValue('müller m')
})
