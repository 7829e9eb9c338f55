import { expect, test } from '../support/journey.ts'
import { newAddress, newNickname } from '../support/member.ts'
import { chooseAccount } from '../support/openid-provider.ts'
import { button, dialog, expectToast, fill, openDialog, press, signedInAs, ways } from '../support/sign-in-steps.ts'

/** From the dialog to the provider and back to the page; accounts, refusals and linking are in providers.spec.ts. */
test.skip(!process.env.HOT_E2E_PROVIDERS, 'the server of HOT_E2E_URL has no providers')

for (const way of ways) {
  for (const provider of ['Google', 'Apple'] as const) {
    test.describe(way.name, () => {
      test.use(way.use)
      test(`signs in with ${provider}, comes back to the page and picks a name`, async ({ page }) => {
        const email = newAddress()
        await openDialog(page, way)
        await press(page, button(page, `Mit ${provider} anmelden`), way)
        await chooseAccount(page, { email, name: 'Kim Muster' })
        await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen bei HoT!')
        await expect(page).toHaveURL('/impressum')
        expect(await signedInAs(page)).toBe(email)
        await expect(dialog(page)).toHaveAccessibleName('Wie sollen wir dich nennen?')
        await fill(page, page.getByRole('textbox', { name: 'Nickname' }), newNickname(), way)
        await press(page, button(page, 'Namen speichern'), way)
        await expectToast(page, 'Name gespeichert', 'Schön, dich kennenzulernen.')
      })
    })
  }
}
