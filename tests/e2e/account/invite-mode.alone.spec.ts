import type { APIRequestContext } from '@playwright/test'
import { registerStaff } from '../../support/site/members.ts'
import { codeField, newInvite } from '../support/invite-steps.ts'
import { comesBack, expect, test, visit } from '../support/journey.ts'
import { asServer, linkIn, mailTo, newAddress, newPassword, signIn } from '../support/member.ts'
import {
  button,
  emailField,
  expectToast,
  fill,
  openEmailScreen,
  passwordField,
  press,
  signedInAs,
  ways,
} from '../support/sign-in-steps.ts'

async function setMode(request: APIRequestContext, mode: 'open' | 'invite'): Promise<void> {
  const answer = await request.patch('/rest/v1/app_settings?signup_mode=neq.none', {
    headers: asServer(),
    data: { signup_mode: mode },
  })
  expect(answer.status(), await answer.text()).toBe(204)
}

test.describe.configure({ mode: 'serial' })
test.beforeAll(({ request }) => setMode(request, 'invite'))
test.afterAll(({ request }) => setMode(request, 'open'))
// Refusals are answers of 4xx, which the browser notes.
test.use({ faultsExpected: true })

for (const way of ways) {
  test.describe(way.name, () => {
    test.use(way.use)
    test('registering is closed without a good code, and open with one', async ({ page }) => {
      const [email, password, code] = [newAddress(), newPassword(), await newInvite(page.request)]
      await openEmailScreen(page, 'register', way)
      await expect(page.getByRole('dialog')).toContainText('Neue Konten gibt es gerade nur mit Einladung.')
      await fill(page, emailField(page), email, way)
      await fill(page, passwordField(page), password, way)
      await fill(page, passwordField(page, 'Passwort bestätigen'), password, way)
      await fill(page, codeField(page), 'ZZZZZZZZ', way)
      await press(page, button(page, 'Registrieren'), way)
      await expectToast(page, 'Registrierung fehlgeschlagen', 'Registrierung ist derzeit nicht möglich.')
      await expect(emailField(page)).toHaveValue(email)
      await fill(page, codeField(page), code, way)
      await press(page, button(page, 'Registrieren'), way)
      await expectToast(page, 'Registrierung erfolgreich', 'bestätige deine E-Mail-Adresse')
      await page.goto(linkIn(await mailTo(page.request, email)))
      await expect(page.getByRole('dialog')).toHaveAccessibleName('Wie sollen wir dich nennen?')
      expect(await signedInAs(page)).toBe(email)
    })
  })
}

test('a code that was used up is refused', async ({ page }) => {
  const code = await newInvite(page.request, { max_uses: 1 })
  await page.request.patch(`/rest/v1/invites?code=eq.${code}`, { headers: asServer(), data: { active: false } })
  await visit(page, `/invites?code=${code}`)
  await expect(page.getByRole('main')).toContainText('Diesen Code kennen wir nicht.')
})

test('an admin closes registration and opens it again, and guests are asked for a code or not', async ({
  page,
  browser,
}) => {
  // Accounts that nobody invited are made in open mode only.
  await setMode(page.request, 'open')
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
  await expect(codeField(guest)).toBeVisible()
  await choose('Alle')
  await expect(codeField(guest)).toHaveCount(0)
  await page.getByLabel('Ab so vielen freigegebenen Beiträgen').fill('-1')
  await button(page, 'Speichern').click()
  await expect(page.getByRole('main')).toContainText('Gib eine Zahl von 0 bis 1.000 ein.')
  await guest.context().close()
})
