import { expect, test, visit } from '../support/journey.ts'

test('without a share sheet the link is copied, and without a clipboard it is there to be copied by hand', async ({
  page,
  samples,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined })
    const state = { copied: '', allowed: true }
    const writeText = async (text: string) => {
      if (!state.allowed) throw new DOMException('denied', 'NotAllowedError')
      state.copied = text
    }
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
    Object.assign(window, { clipboardState: state })
  })
  await visit(page, samples.star.path)
  const address = new URL(samples.star.path, page.url()).href
  await page.getByRole('button', { name: 'Teilen' }).click()
  await expect(page.getByText('Link kopiert')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'clipboardState').copied)).toBe(address)

  await page.evaluate(() => {
    Reflect.get(window, 'clipboardState').allowed = false
  })
  await page.getByRole('button', { name: 'Teilen' }).click()
  const field = page.getByLabel('Kopiere die Adresse von Hand')
  await expect(field).toHaveValue(address)
  await expect(field).toBeFocused()
})

test('a star’s page leads to the hottest posts about it, and to all of one kind', async ({
  page,
  request,
  samples,
}) => {
  const html = await (await request.get(samples.rumor.path)).text()
  const star = /href="(\/stars\/[^"?#]+)"[^>]*class="chip/.exec(html)?.[1] ?? samples.star.path
  await visit(page, star)
  const sorting = page.getByRole('group', { name: 'Sortierung der Beiträge' })
  await sorting.getByRole('button', { name: 'Heiß' }).click()
  await expect(sorting.getByRole('button', { name: 'Heiß' })).toHaveAttribute('aria-pressed', 'true')
  await page
    .getByRole('navigation', { name: 'Alle Beiträge dazu' })
    .getByRole('link', { name: 'Alle Gerüchte' })
    .click()
  await expect(page).toHaveURL(/\/trashtalk\/geruechte\?(.*&)?tag=[0-9a-f-]{36}/)
  await expect(page).toHaveURL(/sortierung=heiss/)
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})
