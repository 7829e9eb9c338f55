import type { Page } from '@playwright/test'
import { contentLinks } from '../../support/site/html.ts'
import { addressOf, expect, scrollTo, test, visit } from '../support/journey.ts'

const posts = (page: Page) => page.getByRole('main').getByRole('article')
const kinds = [
  { title: 'Gerüchte', path: '/trashtalk/geruechte', label: 'Gerücht' },
  { title: 'Umfragen', path: '/trashtalk/umfragen', label: 'Umfrage' },
  { title: 'Diskussionen', path: '/trashtalk/diskussionen', label: 'Diskussion' },
]

for (const { title, path, label } of kinds) {
  test(`${title} are listed to the end, newest activity first`, async ({ page }) => {
    await visit(page, '/trashtalk')
    await page.getByRole('region', { name: title }).getByRole('link', { name: 'Alle', exact: true }).click()
    await expect(page).toHaveURL(path)
    await scrollTo(page, 'Alle geladen. Tiefer fällt hier niemand.')
    const texts = await posts(page).allInnerTexts()
    expect(texts.length).toBeGreaterThanOrEqual(15)
    for (const text of texts) expect(text).toContain(label)
  })
}

test('sorting and time window are in the address, and back restores', async ({ page }) => {
  await visit(page, '/trashtalk/geruechte')
  const choose = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  const newest = await posts(page).first().getByRole('heading').innerText()
  await choose('Top').click()
  await expect(page).toHaveURL('/trashtalk/geruechte?sortierung=top')
  await choose('Gesamt').click()
  await expect(page).toHaveURL(/^.*\/trashtalk\/geruechte\?sortierung=top&zeitraum=gesamt$/)
  await expect(choose('Gesamt')).toHaveAttribute('aria-current', /true|page/)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/trashtalk/geruechte')
  await expect(posts(page).first().getByRole('heading')).toHaveText(newest)
})

test('rumors carry the status the team gave them, always in words', async ({ page }) => {
  await visit(page, '/trashtalk/geruechte')
  await scrollTo(page, 'Alle geladen. Tiefer fällt hier niemand.')
  for (const status of ['Unbestätigt', 'Bestätigt', 'Widerlegt'])
    expect(
      await posts(page)
        .filter({ has: page.getByText(status) })
        .count(),
      status,
    ).toBeGreaterThan(0)
  await posts(page)
    .filter({ has: page.getByText('Widerlegt') })
    .first()
    .getByRole('heading')
    .getByRole('link')
    .click()
  await expect(page.getByText('Vom Team widerlegt.')).toBeVisible()
})

test('an unconfirmed rumor shows how people see it and who decides', async ({ page }) => {
  await visit(page, '/trashtalk/geruechte')
  const rumor = posts(page)
    .filter({ has: page.getByText('Unbestätigt') })
    .filter({ hasText: /\d\s*%/ })
    .first()
  await rumor.getByRole('heading').getByRole('link').click()
  await expect(page.getByText('Über den Status entscheidet das Team, nicht die Mehrheit.')).toBeVisible()
  const vote = page.getByRole('region', { name: 'Abstimmung' })
  await expect(vote.getByRole('button')).toHaveText(['Stimmt', 'Stimmt nicht'])
  const shares = [...(await vote.innerText()).matchAll(/(\d+)\s*%/g)].map(([, share]) => Number(share))
  expect(shares).toHaveLength(2)
  expect((shares[0] ?? 0) + (shares[1] ?? 0)).toBe(100)
})

test('guests see the result of a poll at once, shares that make a whole', async ({ page, samples }) => {
  await visit(page, samples.poll.path)
  const vote = page.getByRole('region', { name: 'Abstimmung' })
  const options = vote.getByRole('listitem')
  expect(await options.count()).toBeGreaterThanOrEqual(2)
  const shares = (await options.allInnerTexts()).map((text) => Number(/(\d+)\s*%/.exec(text)?.[1]))
  const sum = shares.reduce((total, share) => total + share, 0)
  expect(Math.abs(sum - 100)).toBeLessThanOrEqual(shares.length)
  await expect(vote.getByText(/^\d+ Stimmen?( · (endet|beendet) .+)?$/)).toBeVisible()
})

const acts = ['Stimmt', 'Stimmt nicht', /^Herz, /, /^Haufen, /, 'Mitreden? Melde dich an']
test('guests who act on a post are asked to sign in, right there', async ({ page, samples }) => {
  await visit(page, samples.rumor.path)
  const dialog = page.getByRole('dialog', { name: 'Anmeldung erforderlich' })
  for (const name of acts) {
    const button = page
      .getByRole('main')
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
    await button.click()
    await expect(dialog.getByText('Zum Mitmachen brauchst du ein Konto.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('comments are sorted by best or newest, without leaving the post', async ({ page, samples }) => {
  await visit(page, samples.discussion.path)
  const comments = page.getByRole('region', { name: /^\d+ Kommentare?$/ })
  await expect(comments.getByRole('link', { name: 'Beste' })).toHaveAttribute('aria-current', /true|page/)
  await comments.getByRole('link', { name: 'Neu', exact: true }).click()
  await expect(page).toHaveURL(/\?kommentare=neu#kommentare$/)
  await expect(comments.getByRole('link', { name: 'Neu', exact: true })).toHaveAttribute('aria-current', /true|page/)
  // The list follows its links.
  await expect(async () => {
    const times = await comments
      .locator('> article > div > .comment-who > time')
      .evaluateAll((all) => all.map((time) => Date.parse(time.getAttribute('datetime') ?? '')))
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
  }).toPass()
})

test('a deleted comment keeps its place without its author', async ({ page, request }) => {
  const lists = await Promise.all(
    kinds.map(async ({ path }) =>
      contentLinks(await (await request.get(`${path}?sortierung=top&zeitraum=gesamt`)).text()),
    ),
  )
  const paths = [...new Set(lists.flat().map((link) => link.path))].filter((path) =>
    /\/\d{4}\/\d\d\/\d\d\/[^#]+$/.test(path),
  )
  const documents = await Promise.all(
    paths.map(async (path) => ({ path, html: await (await request.get(path)).text() })),
  )
  const found = documents.find(({ html }) => html.includes('[Gelöschter Kommentar]'))
  await visit(page, found?.path ?? 'no post has a deleted comment')
  const comment = page.getByRole('article').filter({ hasText: '[Gelöschter Kommentar]' }).last()
  await expect(comment).toContainText('Unbekannt')
  await expect(
    comment.getByRole('button', { name: /^Herz/ }).and(comment.locator('> div > .reactions button')),
  ).toHaveCount(0)
})

test('topics of a post lead to star or format, whose page names the post', async ({ page, samples }) => {
  await visit(page, samples.rumor.path)
  await page.getByRole('list', { name: 'Themen' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/(stars|formate)\/[^/]+$/)
  await expect(
    page
      .getByRole('region', { name: /^Trashtalk über/ })
      .getByRole('link', { name: samples.rumor.text })
      .first(),
  ).toBeVisible()
})

test('a topic nobody has written about is an empty list that can be widened', async ({ page }) => {
  await visit(page, '/trashtalk/umfragen?tag=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Verdächtig ruhig hier. Weißt du was?')).toBeVisible()
  await page.getByRole('link', { name: 'Nur ein Thema – alle zeigen' }).click()
  expect(addressOf(page)).toBe('/trashtalk/umfragen')
  await expect(posts(page).first()).toBeVisible()
})

test('writing asks guests to sign in and says why', async ({ page }) => {
  await visit(page, '/trashtalk/umfragen')
  await page.getByRole('main').getByRole('link', { name: 'Beitrag schreiben' }).click()
  await expect(page).toHaveURL('/trashtalk/erstellen?typ=umfrage')
  await expect(page.getByText('Zum Schreiben brauchst du ein Konto. Bitte melde dich an:')).toBeVisible()
})
