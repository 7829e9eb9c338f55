import type { Page } from '@playwright/test'
import { expect, scrollTo, signInFor, test, visit } from '../support/journey.ts'

const end = 'Alle geladen. Tiefer fällt hier niemand.'
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const names = (page: Page) => cards(page).getByRole('heading').allInnerTexts()
const field = (page: Page) => page.getByRole('searchbox', { name: 'Stars durchsuchen' })
const count = (page: Page) => page.getByRole('main').getByRole('status').first()

test('the list goes on to the last of all stars, none twice', async ({ page }) => {
  await visit(page, '/stars')
  const total = Number((await count(page).innerText()).match(/^[\d.]+/)?.[0].replace('.', ''))
  await scrollTo(page, end)
  const all = await cards(page)
    .getByRole('heading')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(all).toHaveLength(total)
  expect(new Set(all).size).toBe(total)
})

test('searching while typing is kept in the address and counted; nobody found leads back to everyone', async ({
  page,
  samples,
}) => {
  const term = samples.star.text.split(' ')[0] ?? ''
  await visit(page, '/stars')
  await field(page).pressSequentially(term)
  await expect(page).toHaveURL(`/stars?q=${encodeURIComponent(term)}`)
  await expect(count(page)).toHaveText(new RegExp(`^\\d+ Treffer für „${term}“\\.$`))
  await expect(cards(page).getByRole('link', { name: samples.star.text, exact: true })).toBeVisible()
  // The list is updated a moment after the counter.
  await expect(async () => {
    for (const name of await names(page)) expect(name).toContain(term)
  }).toPass()
  await field(page).fill('xyzzy')
  await expect(page.getByText('Keine Ergebnisse für „xyzzy“ gefunden')).toBeVisible()
  await page.getByRole('link', { name: 'Alle Stars', exact: true }).last().click()
  await expect(page).toHaveURL('/stars')
  await expect(field(page)).toHaveValue('')
  await expect(cards(page).first()).toBeVisible()
})

test('letter and sorting are in the address; back leads through them and from a star to the place in the list', async ({
  page,
}) => {
  await visit(page, '/stars')
  await page.getByRole('link', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL('/stars?sortierung=name')
  const letter = page
    .getByRole('navigation', { name: /A bis Z|Buchstabe|Anfang/ })
    .getByRole('link')
    .nth(1)
  const initial = await letter.innerText()
  await letter.click()
  await expect(page).toHaveURL(new RegExp(`buchstabe=${initial}`))
  await expect(count(page)).toHaveText(new RegExp(`^\\d+ Stars mit ${initial}\\.$`))
  // The list is updated after its counter.
  await expect(async () => {
    for (const name of await names(page)) expect(name.normalize('NFD').toUpperCase()).toMatch(new RegExp(`^${initial}`))
  }).toPass()
  await page.goBack()
  await expect(page).toHaveURL('/stars?sortierung=name')

  const card = cards(page).nth(14).getByRole('heading').getByRole('link')
  await card.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(100)
  const name = await card.innerText()
  await card.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.goBack()
  await expect(page).toHaveURL('/stars?sortierung=name')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 100)
  await expect(card).toBeInViewport()
})

test('a guest who acts is asked to sign in where they are; without a script the links lead there', async ({
  page,
  samples,
}) => {
  await visit(page, samples.star.path)
  const acts = [
    { link: page.getByRole('link', { name: 'Fan werden', exact: true }), why: /^Für dein Herz brauchst du ein Konto/ },
    {
      link: page.getByRole('group', { name: 'Wie echt?' }).getByRole('link').nth(3),
      why: /^Zum Bewerten brauchst du ein Konto/,
    },
  ]
  for (const { link, why } of acts) {
    await expect(link).toHaveAttribute('href', signInFor(samples.star.path))
    await link.click()
    const dialog = page.getByRole('dialog', { name: 'Anmeldung erforderlich' })
    await expect(dialog.getByText(why)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(samples.star.path)
  }
})
