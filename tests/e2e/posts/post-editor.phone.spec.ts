import { expectAccessible, toast } from '../support/account-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'

test('on a phone: from Trashtalk to a discussion of one’s own that waits for the team', async ({ page, member }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await visit(page, '/trashtalk/diskussionen')
  await page.getByRole('main').getByRole('link', { name: 'Beitrag schreiben' }).tap()
  await page.getByLabel('Titel').fill(`Fragt sich ${member.nickname}`)
  await page.getByLabel('Worum geht’s?').fill('Zeile eins\n\nZeile drei')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Abschicken' }).tap()
  await expect(toast(page, 'Abgeschickt')).toBeVisible()
  await expect(page.getByText('Wird geprüft.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Meine Beiträge' }).tap()
  await expect(page.getByRole('article')).toContainText('Wird geprüft')
})
