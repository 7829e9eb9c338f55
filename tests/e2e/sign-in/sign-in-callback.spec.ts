import type { Page } from '@playwright/test'
import { registerMember } from '../../support/site/members.ts'
import { expectAccessibleInBothThemes } from '../support/account-steps.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/member.ts'
import { button, dialog, emailField, signedInAs } from '../support/sign-in-steps.ts'

test.use({ faultsExpected: true })

/**
 * All cases of the rule are in `domain/src/auth/same-origin-path.test.ts`, those of storage in `return-path.test.ts`.
 */
const hostile = ['//evil.example', '/\\evil.example', 'javascript:document.title="evil"']

/** Every page and request of another origin. */
function watchForeign(page: Page): string[] {
  const foreign: string[] = []
  const own = new URL(process.env.HOT_E2E_URL ?? '').origin
  page.on('request', (request) => {
    if (!request.url().startsWith(own)) foreign.push(request.url())
  })
  return foreign
}

test('nobody is led off the site: neither signed in at /auth, nor from /auth/callback, whatever it is given or finds in storage', async ({
  page,
}) => {
  const foreign = watchForeign(page)
  await page.goto('/robots.txt')
  for (const target of hostile) {
    const value = encodeURIComponent(target)
    await page.goto(`/auth/callback?weiter=${value}&next=${value}&redirect_to=${value}#redirect_to=${value}`)
    await page.evaluate((path) => {
      localStorage.setItem('hot_return_to', JSON.stringify({ path, until: Date.now() + 60_000 }))
    }, target)
    await page.getByRole('main').getByRole('button', { name: 'Zur Startseite' }).click()
    await expect(page).toHaveURL('/')
  }

  await signIn(page, await registerMember(page.request))
  await page.goto('/auth?weiter=%2Fimpressum%23kontakt')
  await expect(page).toHaveURL('/impressum#kontakt')
  for (const target of hostile) {
    await page.goto(`/auth?weiter=${encodeURIComponent(target)}`)
    await expect(page, target).toHaveURL('/')
    await expect(page).not.toHaveTitle(/evil/)
  }
  expect(foreign).toEqual([])
})

/** Text and actions of each error: `web/src/features/sign-in/callback/callback-screen.browser.test.tsx`. */
test('a session that somebody else put into the address is not taken over; an expired link offers a new mail, a new password and signing in', async ({
  page,
}) => {
  const attacker = await registerMember(page.request)
  const { access_token, refresh_token } = await signIn(page, attacker)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/auth/callback#access_token=${access_token}&refresh_token=${refresh_token}&type=signup`)
  await expect(page.getByRole('heading', { name: 'Schau nach, ob es geklappt hat' })).toBeVisible()
  expect(await signedInAs(page)).toBeNull()

  await page.goto('/auth/callback?error=access_denied&error_code=otp_expired')
  await button(page, 'Neues Passwort').click()
  await expect(dialog(page)).toHaveAccessibleName('Passwort vergessen?')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('main').getByRole('button', { name: 'Anmelden' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Anmeldung erforderlich')
  await page.keyboard.press('Escape')
  await expectAccessibleInBothThemes(page)
  await button(page, 'Neue Bestätigungs-Mail').click()
  await expect(button(page, 'Bestätigungs-Mail noch einmal senden')).toBeDisabled()
  await emailField(page).fill('niemand@hot.example')
  await button(page, 'Bestätigungs-Mail noch einmal senden').click()
  await expect(page.getByText('Mail ist unterwegs')).toBeVisible()
})
