import type { Page } from '@playwright/test'
import { comesBack, expect, test } from '../support/journey.ts'
import { linkIn, mailTo, newAddress, newNickname, newPassword, registerMember } from '../support/member.ts'
import {
  button,
  dialog,
  expectToast,
  fill,
  openEmailScreen,
  press,
  signedInAs,
  submitLogin,
  ways,
} from '../support/sign-in-steps.ts'
import { confirmation, register } from '../support/sign-up-steps.ts'

const nicknameField = (page: Page) => page.getByRole('textbox', { name: 'Nickname' })

for (const way of ways) {
  test.describe(way.name, () => {
    test.use(way.use)
    test('registers, confirms by the mail and picks a name', async ({ page }) => {
      const [email, password, nickname] = [newAddress(), newPassword(), newNickname()]
      await register(page, email, password, way)
      expect(await signedInAs(page)).toBeNull()
      await page.goto(linkIn(await mailTo(page.request, email, confirmation)))
      await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen bei HoT!')
      // Back to where registering began.
      await expect(page).toHaveURL('/impressum')
      expect(await signedInAs(page)).toBe(email)

      await expect(dialog(page)).toHaveAccessibleName('Wie sollen wir dich nennen?')
      await fill(page, nicknameField(page), nickname, way)
      await expect(dialog(page)).toContainText('Der Name ist frei.')
      await press(page, button(page, 'Namen speichern'), way)
      await expectToast(page, 'Name gespeichert', 'Schön, dich kennenzulernen.')
      await expect(dialog(page)).toBeHidden()
    })
  })
}

test.describe('on the way', () => {
  test.use({ faultsExpected: true })

  test('who has not confirmed cannot sign in, and gets the mail again', async ({ page }) => {
    const [email, password] = [newAddress(), newPassword()]
    await register(page, email, password, ways[0])
    await openEmailScreen(page)
    await submitLogin(page, { email, password })
    await expectToast(page, 'Anmeldung fehlgeschlagen', 'Bitte bestätige zuerst deine E-Mail-Adresse.')
    // Just now one was sent.
    await button(page, 'Bestätigungs-Mail noch einmal senden').click()
    await expectToast(page, 'Mail nicht gesendet', 'Warte eine Minute')
    await page.route('**/auth/v1/resend**', (route) => route.fulfill({ json: {} }), { times: 1 })
    await button(page, 'Bestätigungs-Mail noch einmal senden').click()
    await expectToast(page, 'Mail ist unterwegs', 'Schau auch im Spam-Ordner nach.')
  })

  test('a link works once, and elsewhere it confirms without signing in', async ({ page, browser }) => {
    const [email, password] = [newAddress(), newPassword()]
    await register(page, email, password, ways[0])
    const link = linkIn(await mailTo(page.request, email, confirmation))
    const other = await (await comesBack(await browser.newContext({ locale: 'de-DE' }))).newPage()
    await other.goto(link)
    await expect(other.getByRole('heading', { name: 'Anderer Browser, andere Baustelle' })).toBeVisible()
    expect(await signedInAs(other)).toBeNull()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Der Link gilt nicht mehr' })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Anmelden' }).click()
    await button(page, 'Mit E-Mail anmelden').click()
    await submitLogin(page, { email, password })
    await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen zurück!')
    await other.context().close()
  })

  test('a name that is taken or against the rules is refused while it is typed', async ({ page }) => {
    const taken = await registerMember(page.request)
    const member = await registerMember(page.request, { nickname: null })
    await openEmailScreen(page)
    await submitLogin(page, member)
    await expect(dialog(page)).toHaveAccessibleName('Wie sollen wir dich nennen?')
    const refused = [
      [taken.nickname ?? '', 'Der Name ist schon vergeben. Nimm einen anderen.'],
      ['ab', 'Dein Name braucht mindestens 3 Zeichen.'],
      ['Admin', 'Diesen Namen vergeben wir nicht. Nimm einen anderen.'],
      ['anna!', 'Nimm nur deutsche Buchstaben, Ziffern, Unterstrich und Punkt.'],
    ] as const
    for (const [name, text] of refused) {
      await nicknameField(page).fill(name)
      await expect(dialog(page)).toContainText(text)
      await expect(button(page, 'Namen speichern')).toBeDisabled()
    }
    // Put off, it leaves the person alone.
    await button(page, 'Später').click()
    await expect(dialog(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('banner').locator('summary[aria-label=Account]')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  })
})
