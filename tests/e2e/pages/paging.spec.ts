import type { Page } from '@playwright/test'
import { busiestMember, mostDiscussed } from '../../support/site/public-data.ts'
import { expect, scrollTo, test, visit } from '../support/journey.ts'

const kinds = ['geruechte', 'umfragen', 'diskussionen']
/** As many as the interface asks for at once. */
const pageSize = 20

const titles = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link')
const addresses = (page: Page) =>
  titles(page).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
const comments = (page: Page) => page.locator('#kommentare > article')
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

for (const kind of kinds) {
  test(`all ${kind} come while scrolling, each once`, async ({ page }) => {
    await visit(page, `/trashtalk/${kind}`)
    await scrollTo(page, 'Alle geladen. Tiefer fällt hier niemand.')
    const shown = await addresses(page)
    expect(shown.length).toBeGreaterThan(pageSize)
    expect(new Set(shown).size).toBe(shown.length)
  })
}

test('more comments come when asked for, and stay where they are', async ({ page, request }) => {
  await visit(page, await mostDiscussed(request))
  await expect(comments(page)).toHaveCount(pageSize)
  const before = page.url()
  await page.getByRole('link', { name: 'Weitere Kommentare' }).click()
  await expect.poll(() => comments(page).count()).toBeGreaterThan(pageSize)
  expect(page.url()).toBe(before)
})

test('the lists of a profile go on while scrolling', async ({ page, request }) => {
  const talker = await busiestMember(request, 'comments')
  await visit(page, `/user/${talker.slug}/kommentare`)
  await scrollTo(page, 'Alle geladen')
  await expect(rows(page)).toHaveCount(talker.comments)
  expect(talker.comments).toBeGreaterThan(pageSize)
  const fan = await busiestMember(request, 'fan_of')
  await visit(page, `/user/${fan.slug}/fan-von`)
  await scrollTo(page, 'Alle geladen')
  await expect(titles(page)).toHaveCount(fan.fan_of)
})

test.describe('without a script', () => {
  // Chromium reports each script that it does not run.
  test.use({ javaScriptEnabled: false, faultsExpected: true })

  for (const kind of kinds) {
    test(`${kind} go on by a link`, async ({ page }) => {
      await page.goto(`/trashtalk/${kind}`)
      const first = await addresses(page)
      expect(first).toHaveLength(pageSize)
      await page.getByRole('link', { name: 'Mehr laden' }).click()
      await expect(page).toHaveURL(new RegExp(`/trashtalk/${kind}\\?nach=`))
      const second = await addresses(page)
      expect(second.length).toBeGreaterThan(0)
      expect(first).not.toEqual(expect.arrayContaining([second[0]]))
      await expect(page.getByText('Alle geladen. Tiefer fällt hier niemand.')).toBeVisible()
    })
  }

  test('comments go on by a link, in the order that was chosen', async ({ page, request }) => {
    await page.goto(`${await mostDiscussed(request)}?kommentare=neu`)
    // What is far below the screen is not laid out, and has no inner text.
    const first = await comments(page).allTextContents()
    await page.getByRole('link', { name: 'Weitere Kommentare' }).click()
    await expect(page).toHaveURL(/\?kommentare=neu&nach=[^#]+#kommentare$/)
    const second = await comments(page).allTextContents()
    expect(second.length).toBeGreaterThan(0)
    for (const text of second) expect(first).not.toContain(text)
  })

  test('comments and favourites of a profile go on by a link', async ({ page, request }) => {
    const talker = await busiestMember(request, 'comments')
    await page.goto(`/user/${talker.slug}/kommentare`)
    await expect(rows(page)).toHaveCount(pageSize)
    await page.getByRole('link', { name: 'Mehr laden' }).click()
    await expect(page).toHaveURL(new RegExp(`/user/${talker.slug}/kommentare\\?nach=`))
    await expect(rows(page)).toHaveCount(Math.min(pageSize, talker.comments - pageSize))
    const fan = await busiestMember(request, 'fan_of')
    await page.goto(`/user/${fan.slug}/fan-von`)
    await expect(titles(page)).toHaveCount(pageSize)
    await page.getByRole('link', { name: 'Mehr laden' }).click()
    await expect(titles(page)).toHaveCount(fan.fan_of - pageSize)
  })
})
