import { expectAccessible, toast } from '../support/account-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'

test('on a phone: from Trashtalk to a discussion of one’s own that waits for the team', async ({ page, member }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await visit(page, '/trashtalk/diskussionen')
  await page.getByRole('main').getByRole('link', { name: 'Beitrag schreiben' }).tap()
  // The form's bar takes the place of the site's.
  const send = page.getByRole('button', { name: 'Abschicken' })
  await expect(send).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('navigation', { name: 'Schnellzugriff' })).toBeHidden()
  await page.getByLabel('Titel').fill(`Fragt sich ${member.nickname}`)
  await page.getByLabel('Worum geht’s?').fill('Zeile eins\n\nZeile drei')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Vorschau' }).tap()
  await expectAccessible(page)
  await send.tap()
  await expect(toast(page, 'Abgeschickt')).toBeVisible()
  await expect(page.getByText('Wird geprüft.', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Schnellzugriff' })).toBeVisible()
  await page.getByRole('link', { name: 'Meine Inhalte' }).tap()
  await expect(page.getByRole('article')).toContainText('Wird geprüft')
})
