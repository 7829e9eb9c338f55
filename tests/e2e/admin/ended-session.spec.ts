import { asMember, codeAt, registerStaff } from '../../support/site/members.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'

test.use({ faultsExpected: true })

test('a session that ends while news are written asks for it over the form, which keeps its text and can be saved', async ({
  page,
}) => {
  const staff = await registerStaff(page.request, 'moderator')
  const session = await signIn(page, staff)
  const title = `Bleibt stehen ${Date.now()}`
  await visit(page, '/admin/news')
  await page.getByRole('button', { name: 'Neue News' }).first().click()
  const editor = page.getByRole('dialog', { name: 'Neue News' })
  await editor.getByLabel('Titel').fill(title)
  await page.request.post('/auth/v1/logout?scope=global', { headers: asMember(session) })

  await editor.getByRole('button', { name: 'Speichern' }).click()
  const entry = page.getByRole('dialog', { name: 'Anmeldung erforderlich' })
  await expect(entry).toContainText('Was du eingegeben hast, ist noch da.')
  await entry.getByRole('button', { name: 'Mit E-Mail anmelden' }).click()
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(staff.email)
  await page.locator('input[type=password]').fill(staff.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByLabel('Code aus deiner App').fill(codeAt(staff.totpSecret ?? '', 1))
  await page.getByRole('button', { name: 'Bestätigen' }).click()

  await expect(page.getByLabel('Code aus deiner App')).toHaveCount(0)
  await expect(editor.getByLabel('Titel')).toHaveValue(title)
  await editor.getByRole('button', { name: 'Speichern' }).click()
  await expect(editor).toHaveCount(0)
  await expect(page.getByRole('main').getByText(title)).toBeVisible()
})
