import type { Page } from '@playwright/test'
import { newAddress, registerMember, setProfile } from '../../support/site/members.ts'
import { expectAccessibleInBothThemes, openAccount, section, toast } from '../support/account-steps.ts'
import { expect, signIn, test } from '../support/member.ts'
import { namedSite, plugIn } from '../support/passkeys.ts'
import { assurance } from '../support/second-factor.ts'
import {
  button,
  dialog,
  expectToast,
  openDialog,
  openEmailScreen,
  signedInAs,
  submitLogin,
} from '../support/sign-in-steps.ts'

test.use({ baseURL: namedSite })

const security = (page: Page) => openAccount(page, '/account/sicherheit', 'Sicherheit')

/** Makes a passkey on the account's page and names it. */
async function addPasskey(page: Page, name: string): Promise<void> {
  const part = section(page, 'Passkeys')
  await part.getByRole('button', { name: 'Passkey anlegen' }).click()
  const naming = page.getByRole('dialog', { name: 'Wie heißt der Passkey?' })
  await naming.getByLabel('Name').fill(name)
  await naming.getByRole('button', { name: 'Speichern' }).click()
  await expect(naming).toBeHidden()
  await expect(part.getByRole('heading', { name })).toBeVisible()
}

async function signOutHere(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('sb-hot-auth-token'))
}

test('a member makes a passkey, signs in with it, renames and removes it', async ({ page, member }) => {
  const device = await plugIn(page)
  await security(page)
  const part = section(page, 'Passkeys')
  await expect(part).toContainText('Noch keiner da.')
  await addPasskey(page, 'Mein Laptop')
  expect(await device.held()).toBe(1)
  // From its top: the header covers a part of what is scrolled beneath it.
  await security(page)
  await expect(part).toContainText('noch nie benutzt')
  await expectAccessibleInBothThemes(page)

  await signOutHere(page)
  await openDialog(page)
  await button(page, 'Mit Passkey anmelden').click()
  await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen zurück!')
  await expect(dialog(page)).toBeHidden()
  expect(await signedInAs(page)).toBe(member.email)

  await signOutHere(page)
  await openDialog(page)
  await button(page, 'Mit E-Mail anmelden').click()
  // The device confirms what the address field suggests, as if the person had chosen it.
  await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen zurück!')
  await expect(dialog(page)).toBeHidden()
  expect(await signedInAs(page)).toBe(member.email)

  await security(page)
  await expect(part).toContainText('zuletzt benutzt am')
  await part.getByRole('button', { name: 'Mein Laptop umbenennen' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Alter Laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click()
  await part.getByRole('button', { name: 'Alter Laptop entfernen' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question).toContainText('Damit kannst du dich dann nicht mehr anmelden.')
  await question.getByRole('button', { name: 'Entfernen' }).click()
  await expect(toast(page, 'Alter Laptop entfernt')).toBeVisible()
  await expect(part).toContainText('Noch keiner da.')
})

// The server refuses wrong passkeys, and staff what needs aal2 as long as they have not shown their second factor.
test.describe('with refusals', () => {
  test.use({ faultsExpected: true })

  test('a change of address asks who one is, and a passkey answers', async ({ page, member }) => {
    await plugIn(page)
    await security(page)
    await addPasskey(page, 'Mein Laptop')
    // As after ten minutes.
    await page.route(
      '**/auth/v1/user*',
      (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({
              status: 400,
              headers: { 'x-supabase-api-version': '2024-01-01' },
              json: { code: 'reauthentication_needed', message: 'A change of address requires a recent sign-in' },
            })
          : route.fallback(),
      { times: 1 },
    )
    const part = section(page, 'E-Mail-Adresse')
    const wanted = newAddress()
    await part.getByLabel('Neue E-Mail-Adresse').fill(wanted)
    await button(page, 'Adresse ändern').click()
    await page.getByRole('dialog', { name: 'Kurz bestätigen' }).getByRole('button', { name: 'Mit Passkey' }).click()
    await expect(toast(page, 'Zwei Mails sind unterwegs')).toBeVisible()
    await expect(part).toContainText(`${wanted} wartet auf Bestätigung.`)
    expect(await signedInAs(page)).toBe(member.email)
  })

  test('a removed passkey does not get in, a device that does not recognise its user neither', async ({
    page,
    member: _,
  }) => {
    const device = await plugIn(page)
    await security(page)
    await addPasskey(page, 'Mein Laptop')
    const part = section(page, 'Passkeys')
    await part.getByRole('button', { name: 'Weiteren Passkey anlegen' }).click()
    await expect(part.getByRole('alert')).toContainText('Dieses Gerät hat schon einen Passkey für dein Konto.')
    await part.getByRole('button', { name: 'Mein Laptop entfernen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click()
    await expect(part).toContainText('Noch keiner da.')

    await signOutHere(page)
    await openDialog(page)
    await button(page, 'Mit Passkey anmelden').click()
    await expectToast(page, 'Anmeldung fehlgeschlagen', 'Dieser Passkey passt nicht.')
    await device.lock()
    await button(page, 'Mit Passkey anmelden').click()
    await expectToast(page, 'Anmeldung fehlgeschlagen', 'Dein Gerät hat nicht bestätigt.')
    await expect.poll(() => signedInAs(page)).toBeNull()
  })

  test('a passkey as second factor: advised to staff, asked for after the password, removed again', async ({
    page,
  }) => {
    const admin = await registerMember(page.request)
    await setProfile(page.request, admin, { role: 'moderator' })
    await signIn(page, admin)
    const device = await plugIn(page)
    await security(page)
    const part = section(page, 'Zwei-Faktor')
    await expect(part).toContainText('Du gehörst zum Team')
    await part.getByRole('button', { name: 'Passkey als zweiter Faktor' }).click()
    const naming = page.getByRole('dialog', { name: 'Passkey als zweiter Faktor' })
    await naming.getByLabel('Name des Geräts').fill('Sicherheitsstick')
    await naming.getByRole('button', { name: 'Weiter' }).click()
    await expect(toast(page, 'Zwei-Faktor ist an')).toBeVisible()
    await expect(part.getByRole('heading', { name: 'Sicherheitsstick' })).toBeVisible()
    expect(await device.held()).toBe(1)
    expect(await assurance(page)).toBe('aal2')

    // A passkey for signing in on the same device does not replace it.
    await addPasskey(page, 'Mein Laptop')

    await signOutHere(page)
    await device.attend(false)
    await openEmailScreen(page)
    await submitLogin(page, admin)
    await expect(dialog(page)).toHaveAccessibleName('Zweiter Faktor')
    await expectAccessibleInBothThemes(page)
    await device.attend(true)
    await button(page, 'Mit Passkey bestätigen').click()
    await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen zurück!')
    expect(await assurance(page)).toBe('aal2')

    await signOutHere(page)
    await openDialog(page)
    await button(page, 'Mit Passkey anmelden').click()
    await expect(dialog(page)).toHaveAccessibleName('Zweiter Faktor')
    await button(page, 'Mit Passkey bestätigen').click()
    await expect(dialog(page)).toBeHidden()
    expect(await assurance(page)).toBe('aal2')

    await security(page)
    await part.getByRole('button', { name: 'Sicherheitsstick entfernen' }).click()
    await expect(page.getByRole('dialog')).toContainText('der Team-Bereich bleibt zu')
    await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click()
    await expect(toast(page, 'Sicherheitsstick entfernt')).toBeVisible()
    expect(await assurance(page)).toBe('aal1')
  })
})
