import type { Page } from '@playwright/test'
import { contentLinks } from '../../support/site/html.ts'
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

test('a blank query shows popular content: up to six entries of stars, posts and charts', async ({ page }) => {
  await openSearch(page)
  await expect(field(page)).toHaveAttribute('placeholder', 'Suchen...')
  await expect(headline(page)).toHaveText('Beliebte Inhalte')
  await expect(results(page)).toHaveCount(6)
  for (const result of await results(page).allInnerTexts()) expect(result).toMatch(/(Star|Beitrag|Charts)$/)
  await field(page).fill('   ')
  await expect(headline(page)).toHaveText('Beliebte Inhalte')
})

test('finds a star, a format, a post and a chart, each with its badge and address', async ({ page, samples }) => {
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
})

test('says what it found nothing for', async ({ page }) => {
  await openSearch(page)
  await field(page).fill('xyzzy <b>"nichts"')
  await expect(headline(page)).toHaveText('Keine Ergebnisse für "xyzzy <b>"nichts"" gefunden')
  await expect(results(page)).toHaveCount(0)
})

test('says that it is searching until the answer is there', async ({ page }) => {
  await openSearch(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rpc/search_all**', async (route) => {
    await held
    await route.continue()
  })
  await field(page).fill('star')
  await expect(headline(page)).toHaveText('Suche...')
  answer()
  await expect(headline(page)).toHaveText(/^(Suchergebnisse|Keine Ergebnisse) für "star"/)
})

test('asks once after fast typing', async ({ page }) => {
  await openSearch(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rpc/search_all')) asked.push(new URL(request.url()).searchParams.get('p_query') ?? '')
  })
  // Key by key in one turn of the page: a busy machine may hold up keys from outside for longer than the 300 ms.
  await field(page).evaluate((input, word) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    for (let length = 1; length <= word.length; length++) {
      value?.set?.call(input, word.slice(0, length))
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, 'sommerhaus')
  await expect(headline(page)).toHaveText(/"sommerhaus"/)
  expect(asked).toEqual(['sommerhaus'])
})

test('umlauts may be written in three ways and find the same people', async ({ page, request }) => {
  const people = contentLinks(await (await request.get('/stars?sortierung=name')).text())
  const umlaut = people.flatMap(({ text }) => text.split(/[\s-]/)).find((word) => /^\p{L}*[äöü]\p{L}*$/u.test(word))
  if (!umlaut) throw new Error('the demo has a star with an umlaut among the first of its list')
  const ways = [
    umlaut,
    umlaut.replace('ä', 'ae').replace('ö', 'oe').replace('ü', 'ue'),
    umlaut.normalize('NFD').replace(/\p{M}/gu, ''),
    umlaut.toUpperCase(),
  ]
  await openSearch(page)
  const found: string[][] = []
  for (const way of ways) found.push((await searchFor(page, way)).filter((text) => text.endsWith('Star')))
  expect(found[0]?.length).toBeGreaterThan(0)
  for (const list of found) expect(list).toEqual(found[0])
})

test('arrows mark a result and Enter goes there and closes', async ({ page }) => {
  await openSearch(page)
  await expect(results(page).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(results(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(results(page).first()).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.press('ArrowUp')
  await expect(results(page).first()).toHaveAttribute('aria-selected', 'true')
  const path = (await results(page).first().getAttribute('href')) ?? ''
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a click on a result goes there and closes', async ({ page, samples }) => {
  await openSearch(page)
  await searchFor(page, samples.format.text)
  await page.locator(`[role=option][href="${samples.format.path}"]`).click()
  await expect(page).toHaveURL(samples.format.path)
  await expect(page.getByRole('dialog')).toBeHidden()
})

const waysOut: [string, (page: Page) => Promise<void>][] = [
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['a press outside', (page) => page.mouse.click(5, 790)],
  ['its button', (page) => page.getByRole('button', { name: 'Suche schließen' }).click()],
]
for (const [way, leave] of waysOut) {
  test(`${way} closes it`, async ({ page }) => {
    await openSearch(page)
    await field(page).fill('abc')
    await leave(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Impressum')
  })
}

test('/ and Ctrl K open it, but not while one is writing a slash', async ({ page }) => {
  await visit(page, '/stars')
  const stars = page.getByRole('searchbox', { name: 'Stars durchsuchen' })
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

test.describe('when the backend fails', () => {
  test.use({ faultsExpected: true })

  test('says so and tries again on request', async ({ page }) => {
    await openSearch(page)
    await page.route('**/rpc/search_all**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await field(page).fill('star')
    await expect(headline(page)).toHaveText('Die Suche klemmt gerade. Versuch es noch einmal.')
    await page.unroute('**/rpc/search_all**')
    await page.getByRole('button', { name: 'Erneut versuchen' }).click()
    await expect(headline(page)).toHaveText(/für "star"/)
  })
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

test('a number in the address stays as it was written', async ({ page, request }) => {
  const answer = await request.get('/stars?q=123', { maxRedirects: 0 })
  expect(answer.status()).toBe(200)
  await visit(page, '/stars?q=123')
  await expect(page.getByRole('searchbox', { name: 'Stars durchsuchen' })).toHaveValue('123')
  await expect(page).toHaveURL('/stars?q=123')
})
