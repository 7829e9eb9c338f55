import type { APIRequestContext } from '@playwright/test'
import { asServer, mailTo, newAddress, newPassword, registerStaff } from '../../support/site/members.ts'
import { codeField, newInvite } from '../support/invite-steps.ts'
import { comesBack, expect, test, visit } from '../support/journey.ts'
import { signIn } from '../support/member.ts'
import {
  button,
  emailField,
  expectToast,
  followMail,
  openEmailScreen,
  passwordField,
  signedInAs,
} from '../support/sign-in-steps.ts'

async function setMode(request: APIRequestContext, mode: 'open' | 'invite'): Promise<void> {
  const answer = await request.patch('/rest/v1/app_settings?signup_mode=neq.none', {
    headers: asServer(),
    data: { signup_mode: mode },
  })
  expect(answer.status(), await answer.text()).toBe(204)
}

test.afterAll(({ request }) => setMode(request, 'open'))
// Refusals are 4xx answers, which the browser logs.
test.use({ faultsExpected: true })

test('an admin closes registration and opens it again: meanwhile guests need a good code', async ({
  page,
  browser,
}) => {
  const admin = await registerStaff(page.request, 'admin')
  await signIn(page, admin)
  const guest = await (await comesBack(await browser.newContext())).newPage()
  const choose = async (mode: string) => {
    await visit(page, '/admin/settings')
    await page.getByLabel('Wer darf sich registrieren?').selectOption(mode)
    await button(page, 'Speichern').click()
    await expect(page.getByRole('main')).toContainText(`von ${admin.nickname}`)
    await expect(button(page, 'Speichern')).toBeDisabled()
    await openEmailScreen(guest, 'register')
  }
  await choose('Nur mit Einladung')
  await test.step('registering is closed without a good code, and open with one', async () => {
    const [email, password, code] = [newAddress(), newPassword(), await newInvite(page.request)]
    await expect(guest.getByRole('dialog')).toContainText('Neue Konten gibt es gerade nur mit Einladung.')
    await emailField(guest).fill(email)
    await passwordField(guest).fill(password)
    await passwordField(guest, 'Passwort bestätigen').fill(password)
    await codeField(guest).fill('ZZZZZZZZ')
    await button(guest, 'Registrieren').click()
    await expectToast(guest, 'Registrierung fehlgeschlagen', 'Registrierung ist derzeit nicht möglich.')
    await expect(emailField(guest)).toHaveValue(email)
    await codeField(guest).fill(code)
    await button(guest, 'Registrieren').click()
    await expectToast(guest, 'Registrierung erfolgreich', 'bestätige deine E-Mail-Adresse')
    await followMail(guest, await mailTo(page.request, email), 'E-Mail-Adresse bestätigen')
    await expect(guest.getByRole('dialog')).toHaveAccessibleName('Wie sollen wir dich nennen?')
    expect(await signedInAs(guest)).toBe(email)
  })

  await guest.goto('/robots.txt')
  await guest.evaluate(() => localStorage.clear())
  await choose('Alle')
  await expect(codeField(guest)).toHaveCount(0)
  await page.getByLabel('Ab so vielen freigegebenen Beiträgen').fill('-1')
  await button(page, 'Speichern').click()
  await expect(page.getByRole('main')).toContainText('Gib eine Zahl von 0 bis 1.000 ein.')
  await guest.context().close()
})
