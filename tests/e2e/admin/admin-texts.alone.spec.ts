import { registerStaff } from '../../support/site/members.ts'
import { expectAccessible } from '../support/account-steps.ts'
import { expect, test, visit } from '../support/journey.ts'
import { signIn } from '../support/member.ts'
import { button } from '../support/sign-in-steps.ts'

test('an admin writes templates, rules and the imprint, and goes back to those of HoT', async ({ page }) => {
  await signIn(page, await registerStaff(page.request, 'admin'))
  await visit(page, '/admin/texts')
  const warn = page.getByLabel('Verwarnen', { exact: true })
  const mine = `Bleib beim Thema, ${Date.now()}.`
  await warn.fill(`${mine}\n${await warn.inputValue()}`)
  await button(page, 'Speichern').click()
  await expect(page.getByText(/^Zuletzt geändert von/)).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(warn).toHaveValue(new RegExp(`^${mine}`))

  await button(page, 'Regeln').click()
  const rules = page.getByLabel('Eure Regeln')
  const standard = await rules.inputValue()
  await rules.fill(standard.replace('## Gerüchte', '## Klatsch'))
  await button(page, 'Speichern').click()
  await expect(page.getByText(/^Entscheidungen berufen sich auf die ersten vier Kapitel/)).toBeVisible()
  await rules.fill(`${standard}\n\n## Wir hier\n\nBei uns wird *geduzt*. ${mine}`)
  await button(page, 'Vorschau').click()
  await expect(page.getByRole('region', { name: 'Vorschau' }).getByRole('heading', { name: 'Wir hier' })).toBeVisible()
  await button(page, 'Speichern').click()
  await expect(page.getByText(/^Zuletzt geändert von/)).toBeVisible()
  const guidelines = async () => (await page.request.get('/community-guidelines')).text()
  expect(await guidelines()).toContain('5. Wir hier')
  expect(await guidelines()).toContain('6. Melden')
  expect(await guidelines()).toContain(mine)

  await button(page, 'Barrierefreiheit').click()
  const statement = page.getByLabel('Eure Erklärung')
  await expect(statement).toHaveValue(/WCAG/)
  await statement.fill(`## Stand\n\nGeprüft. ${mine}`)
  await button(page, 'Speichern').click()
  await expect(page.getByText(/^Zuletzt geändert von/)).toBeVisible()
  const accessibility = async () => (await page.request.get('/barrierefreiheit')).text()
  expect(await accessibility()).toContain(mine)

  await button(page, 'Impressum').click()
  await page.getByLabel('Name oder Firma des Betreibers').fill(`Trash ${mine}`)
  await page.getByLabel('E-Mail für Kontakt').fill('keine')
  await button(page, 'Speichern').click()
  await expect(page.getByText('Das ist keine E-Mail-Adresse.')).toBeVisible()
  await page.getByLabel('E-Mail für Kontakt').fill('hallo@hot.example')
  await button(page, 'Speichern').click()
  await expect(page.getByText(/^Zuletzt geändert von/)).toBeVisible()
  expect(await (await page.request.get('/impressum')).text()).toContain(`Trash ${mine}`)

  for (const tab of ['Vorlagen', 'Regeln', 'Barrierefreiheit', 'Impressum']) {
    await button(page, tab).click()
    await button(page, 'Zurück zum Mitgelieferten').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Zurücksetzen' }).click()
    await expect(page.getByText(/^Zuletzt geändert von/)).toHaveCount(0)
  }
  expect(await accessibility()).not.toContain(mine)
  expect(await guidelines()).not.toContain('Wir hier')
  expect(await (await page.request.get('/impressum')).text()).not.toContain(mine)
})
