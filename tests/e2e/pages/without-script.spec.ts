import { expect, test } from '../support/wire.ts'

test.use({ javaScriptEnabled: false })

test('the list of stars is read page by page', async ({ page }) => {
  await page.goto('/stars')
  const links = page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link')
  const first = await links.allInnerTexts()
  expect(first.length).toBeGreaterThan(20)
  await page.getByRole('link', { name: 'Mehr Stars' }).click()
  await expect(page).toHaveURL(/\/stars\?nach=/)
  const second = await links.allInnerTexts()
  expect(second.length).toBeGreaterThan(0)
  for (const name of second) expect(first).not.toContain(name)
  await page.getByRole('link', { name: 'Zum Anfang der Liste' }).click()
  expect(await links.allInnerTexts()).toEqual(first)
})

const searches = [
  { path: '/stars', field: 'Stars durchsuchen', hits: /^\d+ Treffer für „mandy“\.$/ },
  { path: '/formate', field: 'Formate durchsuchen', hits: /passe?n?t?\.$/ },
]
for (const { path, field, hits } of searches) {
  test(`the search of ${path} is a form`, async ({ page }) => {
    await page.goto(path)
    await page.getByRole('searchbox', { name: field }).fill('mandy')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${path}\\?.*q=mandy`))
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText(hits)
  })
}

test('sorting, letters and filters are links', async ({ page }) => {
  await page.goto('/stars')
  await page.getByRole('link', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL('/stars?sortierung=name')
  await page.goto('/kalender?ansicht=liste')
  await page.getByRole('combobox', { name: 'Format' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Anzeigen' }).click()
  await expect(page).toHaveURL(/\/kalender\?.*format=/)
})

const lists = [
  { path: '/kalender?ansicht=liste', more: 'Nächste Woche', next: /datum=/ },
  { path: '/charts/stars/hot-bestenliste', more: 'Weiter nach unten', next: /nach=/ },
  { path: '/charts/stars/social-media-bestenliste', more: 'Weiter nach unten', next: /nach=/ },
]
for (const { path, more, next } of lists) {
  test(`${path} goes on by a link`, async ({ page }) => {
    await page.goto(path)
    const before = await page.getByRole('main').innerText()
    await page.getByRole('link', { name: more }).click()
    await expect(page).toHaveURL(next)
    expect(await page.getByRole('main').innerText()).not.toBe(before)
  })
}

test('no button without effect: what needs a script is not offered', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Suche öffnen' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Einwilligung' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Datenschutz-Einstellungen' })).toBeHidden()
  await page.getByRole('banner').locator('summary[aria-label=Account]').click()
  await expect(page.getByRole('link', { name: 'Login' }).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dunkel' })).toBeHidden()
})

test('menus open without a script', async ({ page }) => {
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
  await menu.locator('summary', { hasText: 'Charts' }).click()
  await menu.getByRole('link', { name: /HoT Bestenliste/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('HoT Bestenliste')
})

for (const [scheme, paper] of [
  ['light', 'rgb(246, 245, 233)'],
  ['dark', 'rgb(10, 10, 10)'],
] as const) {
  test(`the page takes the ${scheme} theme of the device`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto('/')
    await expect(page.locator('body')).toHaveCSS('background-color', paper)
  })
}

test('pictures, posts and comments are there to read', async ({ page, samples }) => {
  await page.goto(samples.discussion.path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(samples.discussion.text)
  await expect(
    page
      .getByRole('region', { name: /^\d+ Kommentare?$/ })
      .getByRole('article')
      .first(),
  ).toBeVisible()
  await page.goto(samples.poll.path)
  await expect(page.getByRole('region', { name: 'Abstimmung' })).toContainText('%')
})

test('headlines stand in the face of the house', async ({ page }) => {
  const face = page.waitForResponse('**/fonts/hot-kopf.woff2')
  await page.goto('/trashtalk')
  expect((await face).ok()).toBe(true)
})
