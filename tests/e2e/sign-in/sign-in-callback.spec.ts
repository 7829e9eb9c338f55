import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/account-steps.ts'
import { expect, test } from '../support/journey.ts'
import { registerMember, signIn } from '../support/member.ts'
import { button, dialog, emailField, signedInAs } from '../support/sign-in-steps.ts'

test.use({ faultsExpected: true })

/** One of each kind; the rule's whole table is in `domain/src/auth/same-origin-path.test.ts`. */
const hostile = [
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/%2F/evil.example',
  'https:evil.example',
  'javascript:document.title="evil"',
  '@evil.example',
]

/** Every page and request that is not the site's. */
function watchForeign(page: Page): string[] {
  const foreign: string[] = []
  const own = new URL(process.env.HOT_E2E_URL ?? '').origin
  page.on('request', (request) => {
    if (!request.url().startsWith(own)) foreign.push(request.url())
  })
  return foreign
}

test('signed-in people are led on within the site only', async ({ page }) => {
  const foreign = watchForeign(page)
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

test('/auth/callback leads nowhere but home, whatever it is given or finds in storage', async ({ page }) => {
  const foreign = watchForeign(page)
  for (const target of hostile) {
    const value = encodeURIComponent(target)
    await page.goto(`/auth/callback?weiter=${value}&next=${value}&redirect_to=${value}#redirect_to=${value}`)
    await page.evaluate((path) => {
      localStorage.setItem('hot_return_to', JSON.stringify({ path, until: Date.now() + 60_000 }))
    }, target)
    await page.getByRole('main').getByRole('button', { name: 'Zur Startseite' }).click()
    await expect(page).toHaveURL('/')
  }
  expect(foreign).toEqual([])
})

const troubles = [
  ['?error=access_denied&error_code=otp_expired&error_description=x', 'Der Link gilt nicht mehr'],
  ['#error=access_denied&error_code=otp_expired&error_description=x', 'Der Link gilt nicht mehr'],
  ['?error=access_denied&error_description=The+user+denied', 'Anmeldung abgebrochen'],
  ['?error=server_error&error_code=bad_oauth_state', 'Anmeldung fehlgeschlagen'],
  ['?error=access_denied&error_description=Signup+not+allowed', 'Anmeldung fehlgeschlagen'],
  ['?code=invented', 'Anderer Browser, andere Baustelle'],
  ['?token_hash=invented&type=signup', 'Der Link gilt nicht mehr'],
  ['#access_token=a.b.c&refresh_token=x&type=recovery', 'Anmeldung fehlgeschlagen'],
] as const

for (const [brought, title] of troubles) {
  test(`${brought} is explained, with a way out`, async ({ page }) => {
    await page.goto(`/auth/callback${brought}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page).toHaveURL('/auth/callback')
    await expect(page.getByRole('main')).not.toContainText('Einen Moment')
    expect(await signedInAs(page)).toBeNull()
    await page.getByRole('main').getByRole('button', { name: 'Anmelden' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Anmeldung erforderlich')
  })
}

test('a wrong code with a verifier at hand is refused', async ({ page }) => {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('sb-hot-auth-token-code-verifier', JSON.stringify('a'.repeat(56))))
  await page.goto('/auth/callback?code=00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Anmeldung fehlgeschlagen' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Fang bitte noch einmal an.')
})

test('a session that somebody else put into the address is not taken over', async ({ page }) => {
  const attacker = await registerMember(page.request)
  const { access_token, refresh_token } = await signIn(page, attacker)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/auth/callback#access_token=${access_token}&refresh_token=${refresh_token}&type=signup`)
  await expect(page.getByRole('heading', { name: 'E-Mail-Adresse bestätigt' })).toBeVisible()
  expect(await signedInAs(page)).toBeNull()
})

test('an expired link offers a new mail and a new password; all of it is accessible', async ({ page }) => {
  await page.goto('/auth/callback?error=access_denied&error_code=otp_expired')
  await button(page, 'Neues Passwort').click()
  await expect(dialog(page)).toHaveAccessibleName('Passwort vergessen?')
  await page.keyboard.press('Escape')
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }
  await button(page, 'Neue Bestätigungs-Mail').click()
  await expect(button(page, 'Bestätigungs-Mail noch einmal senden')).toBeDisabled()
  await emailField(page).fill('niemand@hot.example')
  await button(page, 'Bestätigungs-Mail noch einmal senden').click()
  await expect(page.getByText('Mail ist unterwegs')).toBeVisible()
})
