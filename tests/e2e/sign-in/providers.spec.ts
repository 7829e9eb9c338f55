import type { Page } from '@playwright/test'
import { expect, test, visit } from '../support/journey.ts'
import { newAddress } from '../support/member.ts'
import { cancelSignIn, chooseAccount } from '../support/openid-provider.ts'

/** Signing in through Google and Apple, which a real OpenID provider plays in the process of the journeys. */
test.skip(!process.env.HOT_E2E_PROVIDERS, 'the server of HOT_E2E_URL has no providers')

const signedInAs = (page: Page) =>
  page.evaluate(() => {
    const kept = localStorage.getItem('sb-hot-auth-token')
    return kept === null ? null : (JSON.parse(kept) as { user: { email: string } }).user.email
  })

/** From the sign-in page to the provider's. */
async function leaveFor(page: Page, provider: 'Google' | 'Apple'): Promise<void> {
  await visit(page, '/auth')
  await page.getByRole('button', { name: `Mit ${provider} anmelden` }).click()
}

for (const provider of ['Google', 'Apple'] as const) {
  test(`signs in with ${provider}, and the next time into the same account`, async ({ page }) => {
    const email = newAddress()
    for (const time of ['first', 'second']) {
      await leaveFor(page, provider)
      await chooseAccount(page, { email, name: 'Kim Muster' })
      await expect(async () => expect(await signedInAs(page), time).toBe(email)).toPass()
      await expect(page).not.toHaveURL(/callback|code=/)
      // On a page without the app, which would notice.
      await page.goto('/robots.txt')
      await page.evaluate(() => localStorage.clear())
    }
  })
}

test('an address the provider does not vouch for signs nobody in', async ({ page }) => {
  await leaveFor(page, 'Google')
  await chooseAccount(page, { email: newAddress(), verified: false })
  await expect(page.getByText('Der Anbieter hat deine E-Mail-Adresse nicht bestätigt.')).toBeVisible()
  expect(await signedInAs(page)).toBeNull()
})

test('cancelling leads back with a way on', async ({ page }) => {
  await leaveFor(page, 'Google')
  await cancelSignIn(page)
  await expect(page.getByText('Anmeldung abgebrochen')).toBeVisible()
})
