import { newAddress } from '../../support/site/members.ts'
import { section } from '../support/account-steps.ts'
import { expect, test, visit } from '../support/journey.ts'
import { chooseAccount } from '../support/openid-provider.ts'
import { button, dialog, signedInAs } from '../support/sign-in-steps.ts'

test.skip(!process.env.HOT_E2E_PROVIDERS, 'the server of HOT_E2E_URL has no providers')
test.use({ faultsExpected: true })

test('who has only Google proves with Google who they are, and comes back to where they were', async ({ page }) => {
  const email = newAddress()
  await visit(page, '/auth?weiter=%2Faccount%2Fdaten')
  await button(page, 'Mit Google anmelden').click()
  await chooseAccount(page, { email, name: 'Kim Muster' })
  await expect(page).toHaveURL('/account/daten')
  await button(page, 'Später').click()

  // Ten minutes later, as far as the server is concerned.
  await page.route('**/rest/v1/rpc/delete_own_account', (route) =>
    route.fulfill({
      status: 403,
      json: { code: '42501', message: 'Bitte melde dich noch einmal an.', hint: 'reauthentication_needed' },
    }),
  )
  const askToDelete = async () => {
    await section(page, 'Account löschen').getByRole('button', { name: 'Account löschen' }).click()
    await dialog(page).getByRole('textbox').fill('löschen')
    await button(page, 'Endgültig löschen').click()
  }
  await askToDelete()
  await expect(page.getByRole('dialog', { name: 'Kurz bestätigen' })).toBeVisible()
  await button(page, 'Mit Google bestätigen').click()
  await chooseAccount(page, { email, name: 'Kim Muster' })
  await expect(page).toHaveURL('/account/daten')
  expect(await signedInAs(page)).toBe(email)

  await page.unroute('**/rest/v1/rpc/delete_own_account')
  await askToDelete()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Dein Account ist gelöscht')).toBeVisible()
  expect(await signedInAs(page)).toBeNull()
})
