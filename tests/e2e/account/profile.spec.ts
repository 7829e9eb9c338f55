import type { Page } from '@playwright/test'
import { contentLinks } from '../../support/site/html.ts'
import { expect, test, visit } from '../support/journey.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: /^Mehr von / })
const countOf = async (page: Page, tab: string) =>
  Number((await tabs(page).getByRole('link', { name: tab }).innerText()).replace(/\D/g, ''))

test('a profile shows karma, since when, and what someone writes, says and likes', async ({ page, samples }) => {
  const { member } = samples
  await visit(page, member.path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.text)
  await expect(page.getByRole('main')).toContainText(/−?\d+ Karma/)
  await expect(page.getByRole('main')).toContainText(/dabei seit \p{L}+ \d{4}/u)
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(await countOf(page, 'Beiträge'))

  await tabs(page).getByRole('link', { name: 'Kommentare' }).click()
  await expect(page).toHaveURL(`${member.path}/kommentare`)
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()

  await tabs(page).getByRole('link', { name: 'Fan von' }).click()
  await expect(page).toHaveURL(`${member.path}/fan-von`)
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(await countOf(page, 'Fan von'))
  await page.goBack()
  await expect(page).toHaveURL(`${member.path}/kommentare`)
})

test('a comment leads to its place under the post', async ({ page, samples }) => {
  await visit(page, `${samples.member.path}/kommentare`)
  const comment = page.getByRole('main').getByRole('listitem').first()
  const text = await comment.getByRole('paragraph').nth(1).innerText()
  await comment.getByRole('link').click()
  await expect(page).toHaveURL(/#kommentar-/)
  const place = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`)
  await expect(place).toContainText(text)
  await expect(place).toBeInViewport()
})

test('who has done nothing yet has empty lists that say so', async ({ page, request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const members = [...sitemap.matchAll(/<loc>[^<]*?(\/user\/[^<]+)<\/loc>/g)].map(([, path = '']) => path)
  const profiles = await Promise.all(
    members.map(async (path) => ({ path, html: await (await request.get(path)).text() })),
  )
  const silent = profiles.find(({ html }) => !contentLinks(html).some(({ path }) => path.startsWith('/trashtalk/')))
  await visit(page, silent?.path ?? 'everyone has written')
  await expect(page.getByText('Noch nichts geschrieben. Kommt vielleicht noch.')).toBeVisible()
})
