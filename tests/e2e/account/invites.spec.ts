import { storageKeys } from '@hot/domain/privacy/storage-keys'
import {
  asMember,
  asServer,
  linkIn,
  mailTo,
  newAddress,
  newPassword,
  registerMember,
} from '../../support/site/members.ts'
import { expectAccessibleInBothThemes } from '../support/account-steps.ts'
import { codeField, newInvite } from '../support/invite-steps.ts'
import { expect, test, visit } from '../support/journey.ts'
import { signIn } from '../support/member.ts'
import { button, dialog, emailField, expectToast, fill, passwordField, press, ways } from '../support/sign-in-steps.ts'

/** Well formed, but not issued: codes are drawn at random. */
const nobodysCode = 'ZZZZZZZZ'

const [, way, onPhone] = ways

test.describe(way.name, () => {
  test.use(way.use)
  // By mouse, in invite mode: invite-mode.alone.spec.ts.
  test('an invitation opens registration with its code, which is then used', async ({ page }) => {
    const code = await newInvite(page.request)
    const [email, password] = [newAddress(), newPassword()]
    await visit(page, `/invites?code=${code.toLowerCase()}`)
    await expect(dialog(page)).toHaveAccessibleName('Mit E-Mail registrieren')
    expect(await page.evaluate(() => localStorage.getItem('hot_pending_invite'))).toBe(code)
    await expect(codeField(page)).toHaveValue(code)
    await fill(page, emailField(page), email, way)
    await fill(page, passwordField(page), password, way)
    await fill(page, passwordField(page, 'Passwort bestätigen'), password, way)
    await press(page, button(page, 'Registrieren'), way)
    await expectToast(page, 'Registrierung erfolgreich', 'bestätige deine E-Mail-Adresse')
    expect(await page.evaluate(() => localStorage.getItem('hot_pending_invite'))).toBeNull()
    const used = await page.request.get(`/rest/v1/invites?code=eq.${code}&select=uses_count`, { headers: asServer() })
    expect(await used.json()).toEqual([{ uses_count: 1 }])
    expect(linkIn(await mailTo(page.request, email))).toContain('&type=signup')
  })
})

test('the older key is honoured, and a code that is no good says why', async ({ page }) => {
  const code = await newInvite(page.request, { expires_at: '2020-01-01T00:00:00Z' })
  await page.goto('/robots.txt')
  await page.evaluate((stored) => localStorage.setItem('pendingInvite', stored), code)
  await visit(page, '/invites')
  await expect(codeField(page)).toHaveValue(code)
  await expect(page.getByRole('main')).toContainText('Diese Einladung ist abgelaufen. Frag nach einer neuen.')
  await expect(dialog(page)).toHaveCount(0)
  const ended = await newInvite(page.request)
  await page.request.patch(`/rest/v1/invites?code=eq.${ended}`, { headers: asServer(), data: { active: false } })
  await visit(page, `/invites?code=${ended}`)
  await expect(page.getByRole('main')).toContainText('Diesen Code kennen wir nicht.')
  await expectAccessibleInBothThemes(page)
})

test.describe(onPhone.name, () => {
  test.use({ ...onPhone.use, faultsExpected: true })

  test('who came through a provider in invite mode redeems the code afterwards; too many guesses are answered with the time to wait', async ({
    page,
  }) => {
    const member = await registerMember(page.request)
    const needsInvite = async () => {
      const marked = await page.request.patch(`/rest/v1/profiles?id=eq.${member.id}`, {
        headers: asServer(),
        data: { needs_invite: true },
      })
      expect(marked.status(), await marked.text()).toBe(204)
    }
    await needsInvite()
    const code = await newInvite(page.request)
    const session = await signIn(page, member)
    await visit(page, '/invites')
    const main = page.getByRole('main')
    await expect(main).toContainText('Zum Mitschreiben und Abstimmen fehlt noch dein Einladungscode.')
    await expect(main).toContainText('Dein Konto steht.')
    await codeField(page).fill(nobodysCode)
    await button(page, 'Einlösen').click()
    await expect(main).toContainText('Diesen Code kennen wir nicht.')
    await expect(codeField(page)).toHaveValue(nobodysCode)
    await codeField(page).fill(code)
    await button(page, 'Einlösen').click()
    await expectToast(page, 'Einladung eingelöst', 'Jetzt kannst du mitmachen.')
    await expect(main).toContainText('Deine Einladung hat geklappt.')

    await needsInvite()
    await page.goto('/robots.txt')
    await page.evaluate((key) => localStorage.removeItem(key), storageKeys.profileCache)
    for (let guess = 0; guess < 10; guess++)
      await page.request.post('/rest/v1/rpc/check_invite', {
        headers: asMember(session),
        data: { p_code: nobodysCode },
      })
    await visit(page, '/invites')
    await expect(main).toContainText('Dein Konto steht.')
    await codeField(page).fill(nobodysCode)
    await button(page, 'Einlösen').click()
    await expect(main).toContainText('Zu viele falsche Codes. Versuch es in einer Stunde noch mal.')
  })
})
