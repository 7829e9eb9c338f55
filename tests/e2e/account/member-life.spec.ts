import fs from 'node:fs'
import { openAccount, section, toast } from '../support/account-steps.ts'
import { expect, test } from '../support/journey.ts'
import { linkIn, mailTo, newAddress, newNickname, newPassword } from '../support/member.ts'
import { photo } from '../support/pictures.ts'
import {
  button,
  dialog,
  expectToast,
  fill,
  openEmailScreen,
  press,
  submitLogin,
  ways,
} from '../support/sign-in-steps.ts'
import { confirmation, register } from '../support/sign-up-steps.ts'

for (const way of ways.filter(({ name }) => name !== 'by keyboard alone')) {
  test.describe(way.name, () => {
    // Signing in after the end is refused, which the browser notes.
    test.use({ ...way.use, faultsExpected: true })

    test('a member comes, shows their face, takes their data along and leaves nothing behind', async ({ page }) => {
      const [email, password, nickname] = [newAddress(), newPassword(), newNickname()]
      await register(page, email, password, way)
      await page.goto(linkIn(await mailTo(page.request, email, confirmation)))
      await fill(page, page.getByRole('textbox', { name: 'Nickname' }), nickname, way)
      await expect(dialog(page)).toContainText('Der Name ist frei.')
      await press(page, button(page, 'Namen speichern'), way)
      await expectToast(page, 'Name gespeichert', 'Schön, dich kennenzulernen.')

      await openAccount(page, '/account/profil', 'Profil')
      await page.getByLabel('Bilddatei').setInputFiles(await photo(800, 600))
      await page.getByRole('button', { name: 'Bild übernehmen' }).click()
      await expect(toast(page, 'Neues Bild gespeichert')).toBeVisible()
      expect((await page.request.get(`/user/${nickname.replace('.', '')}`)).status()).toBe(200)

      await openAccount(page, '/account/daten', 'Daten')
      const coming = page.waitForEvent('download')
      await section(page, 'Mitnehmen').getByRole('button', { name: 'Daten herunterladen' }).click()
      const kept = fs.readFileSync(await (await coming).path(), 'utf8')
      for (const own of [email, nickname, 'avatars/']) expect(kept).toContain(own)

      await section(page, 'Account löschen').getByRole('button', { name: 'Account löschen' }).click()
      const farewell = page.getByRole('dialog', { name: 'Account wirklich löschen?' })
      await farewell.getByRole('textbox').fill('Löschen')
      await farewell.getByRole('button', { name: 'Endgültig löschen' }).click()
      // The link in a mail opened this session: who ends the account shows once more that it is theirs.
      const proof = page.getByRole('dialog', { name: 'Kurz bestätigen' })
      await proof.getByLabel('Passwort', { exact: true }).fill(password)
      await proof.getByRole('button', { name: 'Bestätigen' }).click()
      await expect(page).toHaveURL('/')

      await openEmailScreen(page)
      await submitLogin(page, { email, password })
      await expectToast(page, 'Anmeldung fehlgeschlagen', 'E-Mail oder Passwort ist falsch.')
    })
  })
}
