import { tabTo } from '../support/account-steps.ts'
import { expect, test, visit } from '../support/journey.ts'

test('from the start page to a star, to the vote, through the search and the calendar, without a mouse', async ({
  page,
  samples,
}) => {
  const { star } = samples
  const main = page.getByRole('main')
  await test.step('the menu leads to the stars, and a star to its vote', async () => {
    const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
    await visit(page, '/')
    await tabTo(page, menu.locator('summary', { hasText: 'Stars' }))
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('link', { name: /Alle Stars/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/stars')
    await expect(main).toBeFocused()

    await tabTo(page, main.getByRole('link', { name: star.text, exact: true }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(star.path)
    await expect(main).toBeFocused()

    await tabTo(page, page.getByRole('group', { name: 'Wie echt?' }).getByRole('link').first())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Anmeldung erforderlich' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(star.path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(star.text)
  })

  await test.step('the search is opened, used and left, and gives the focus back', async () => {
    await visit(page, '/kalender?ansicht=monat&datum=2026-03-10')
    const opener = page.getByRole('button', { name: 'Suche öffnen' })
    const field = page.getByRole('combobox', { name: 'Suche' })
    const found = page.getByRole('option', { name: /Karma Champions/ })
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.type('Karma')
    await expect(found).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('the days of the calendar are walked with arrows', async () => {
    const day = (name: RegExp) => page.getByRole('table').getByRole('link', { name })
    await day(/^10/).focus()
    await page.keyboard.press('ArrowRight')
    await expect(day(/^11/)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(day(/^18/)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    await expect(day(/^10/)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/kalender?ansicht=liste&datum=2026-03-10')
  })

  await test.step('what the search found is opened', async () => {
    await page.getByRole('button', { name: 'Suche öffnen' }).press('Enter')
    await expect(page.getByRole('combobox', { name: 'Suche' })).toBeFocused()
    await page.keyboard.type('Karma Champ')
    await expect(page.getByRole('option', { name: /Karma Champions/ })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Karma Champions')
  })
})
