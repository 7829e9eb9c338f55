import { brokenWordsHere, LONGEST_WORD } from '../../support/components/broken-words.ts'
import { mailTo, newAddress } from '../../support/site/members.ts'
import { expect, test, visit } from '../support/journey.ts'
import { button } from '../support/sign-in-steps.ts'

test('on a phone somebody without an account finds the legal notice in the menu, writes to the operator and hears back', async ({
  page,
}) => {
  const address = newAddress()
  await visit(page, '/trashtalk')
  await page.locator('header summary[aria-label=Account]').tap()
  await page.locator('header').getByRole('link', { name: 'Impressum' }).tap()
  await expect(page).toHaveURL('/impressum')
  await page.getByRole('main').getByRole('link', { name: 'Kontaktformular' }).tap()
  await expect(page).toHaveURL('/kontakt')
  await page.getByLabel('Deine Nachricht').fill('Seid ihr auch auf dem Fernseher?')
  await page.getByLabel('Dein Name').fill('Kim Muster')
  await page.getByLabel('Deine E-Mail-Adresse').fill('kim')
  await button(page, 'Abschicken').tap()
  await expect(page.getByLabel('Deine E-Mail-Adresse')).toBeFocused()
  await expect(page.getByLabel('Deine Nachricht')).toHaveValue('Seid ihr auch auf dem Fernseher?')
  await page.getByLabel('Deine E-Mail-Adresse').fill(address)
  await button(page, 'Abschicken').tap()
  await expect(page.getByRole('status').getByText('Deine Nachricht ist da.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(address)
  expect((await mailTo(page.request, address)).subject).toMatch(/ist angekommen \(M-/)
})

test('the menu of a guest is whole on the narrowest phone, and no word in it is cut', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await visit(page, '/trashtalk')
  await page.locator('header summary[aria-label=Account]').tap()
  const themes = page.locator('header').getByRole('group', { name: 'Darstellung' })
  const [left, right] = await themes.evaluate((group) => {
    const boxes = [group.closest('.menu-sheet') ?? group, ...group.children].map((one) => one.getBoundingClientRect())
    return [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))]
  })
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(320)
  expect(await page.evaluate(brokenWordsHere, LONGEST_WORD)).toEqual([])
})
