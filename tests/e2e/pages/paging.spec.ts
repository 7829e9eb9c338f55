import type { Page } from '@playwright/test'
import { busiestMember, mostDiscussed } from '../../support/site/public-data.ts'
import { expect, scrollTo, test, visit } from '../support/journey.ts'

const kinds = [
  { title: 'Gerüchte', path: '/trashtalk/geruechte', label: 'Gerücht' },
  { title: 'Umfragen', path: '/trashtalk/umfragen', label: 'Umfrage' },
  { title: 'Diskussionen', path: '/trashtalk/diskussionen', label: 'Diskussion' },
]
/** The page size of the interface. */
const pageSize = 20

const titles = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link')
const addresses = (page: Page) =>
  titles(page).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
const comments = (page: Page) => page.locator('#kommentare > article')
/** Comments of a profile; the topics beside them have no time. */
const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('time') })

test('posts of a kind, comments and fans of a profile come while scrolling, each once; comments of a post when asked for', async ({
  page,
  request,
}) => {
  for (const { title, path, label } of kinds) {
    await visit(page, '/trashtalk')
    await page.getByRole('region', { name: title }).getByRole('link', { name: 'Alle', exact: true }).click()
    await expect(page).toHaveURL(path)
    // In the order of what is new, debunked rumors are left out, and one page holds the rest.
    if (label === 'Gerücht') await visit(page, `${path}?sortierung=aktiv`)
    await scrollTo(page, 'Alle geladen. Tiefer fällt hier niemand.')
    const shown = await addresses(page)
    expect(shown.length).toBeGreaterThan(pageSize)
    expect(new Set(shown).size).toBe(shown.length)
    for (const text of await page.getByRole('main').getByRole('article').allInnerTexts()) expect(text).toContain(label)
  }

  await visit(page, await mostDiscussed(request))
  await expect(comments(page)).toHaveCount(pageSize)
  const before = page.url()
  await page.getByRole('link', { name: 'Weitere Kommentare' }).click()
  await expect.poll(() => comments(page).count()).toBeGreaterThan(pageSize)
  expect(page.url()).toBe(before)

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
