import { registerStaff } from '../../support/site/members.ts'
import { expectAccessibleInBothThemes } from '../support/account-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'

test('an admin reads that the installation is well, and what a minute was like, by keys alone', async ({ page }) => {
  await signIn(page, await registerStaff(page.request, 'admin'))
  await visit(page, '/admin/operations')
  const installation = page.locator('section', { has: page.getByRole('heading', { name: 'Installation' }) })
  // A trial on this machine needs neither mail server nor proxy.
  await expect(installation).toContainText('Nichts zu tun')
  await expect(installation).toContainText(/HoT \d+\.\d+\.\d+/)

  const table = page.getByText('Als Tabelle')
  // The first minute of a server is kept once it is over.
  await expect(async () => {
    await page.reload()
    await expect(table).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
  await expectAccessibleInBothThemes(page)
  await table.press('Enter')
  const minute = page.getByRole('table').getByRole('button').first()
  await minute.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: /\d\d:\d\d Uhr/ })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: /\d\d:\d\d Uhr/ })).toHaveCount(0)
})
