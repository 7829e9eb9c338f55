import type { Page } from '@playwright/test'
import { newAddress, newNickname, registerMember } from '../../support/site/members.ts'
import { newBallot } from '../../support/site/posts.ts'
import { tabTo } from '../support/account-steps.ts'
import { expect, test, visit } from '../support/journey.ts'
import { cancelSignIn, chooseAccount } from '../support/openid-provider.ts'
import { button, dialog, expectToast, fill, openDialog, press, signedInAs, ways } from '../support/sign-in-steps.ts'
import { reaction, storedVotes } from '../support/vote-steps.ts'

/** Signing in through Google and Apple, played by a real OpenID provider in the test process. */
test.skip(!process.env.HOT_E2E_PROVIDERS, 'the server of HOT_E2E_URL has no providers')

/** From the sign-in page to the provider's. */
async function leaveFor(page: Page, provider: 'Google' | 'Apple'): Promise<void> {
  await visit(page, '/auth')
  await button(page, `Mit ${provider} anmelden`).click()
}

/** Cancelling leads back to a page that offers other ways to continue. */
async function cancel(page: Page): Promise<void> {
  await cancelSignIn(page)
  await expect(page.getByText('Anmeldung abgebrochen')).toBeVisible()
}

/** An address that the provider has not verified signs nobody in. */
async function comeUnverified(page: Page): Promise<void> {
  await chooseAccount(page, { email: newAddress(), verified: false })
  await expect(page.getByText('Der Anbieter hat deine E-Mail-Adresse nicht bestätigt.')).toBeVisible()
}

const [, byKeyboard, onPhone] = ways
for (const { provider, other, way, refuse } of [
  { provider: 'Google', other: 'Apple', way: byKeyboard, refuse: cancel },
  { provider: 'Apple', other: 'Google', way: onPhone, refuse: comeUnverified },
] as const) {
  test.describe(way.name, () => {
    test.use(way.use)
    test(`signs in with ${provider} after a refusal, comes back to the page and picks a name; the next time into the same account`, async ({
      page,
    }) => {
      const email = newAddress()
      await leaveFor(page, provider)
      await refuse(page)
      expect(await signedInAs(page)).toBeNull()

      await openDialog(page, way)
      if (way.keyboard) await tabTo(page, button(page, `Mit ${other} anmelden`))
      await expect(button(page, `Mit ${other} anmelden`)).toBeEnabled()
      await press(page, button(page, `Mit ${provider} anmelden`), way)
      await chooseAccount(page, { email, name: 'Kim Muster' })
      await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen bei HoT!')
      await expect(page).toHaveURL('/impressum')
      expect(await signedInAs(page)).toBe(email)
      await expect(dialog(page)).toHaveAccessibleName('Wie sollen wir dich nennen?')
      await expect(dialog(page)).toContainText('Mit „Namen speichern“ sagst du: Ich bin mindestens 16 Jahre alt.')
      await fill(page, page.getByRole('textbox', { name: 'Nickname' }), newNickname(), way)
      await press(page, button(page, 'Namen speichern'), way)
      await expectToast(page, 'Name gespeichert', 'Schön, dich kennenzulernen.')

      // On a page without the app, which would notice.
      await page.goto('/robots.txt')
      await page.evaluate(() => localStorage.clear())
      await leaveFor(page, provider)
      await chooseAccount(page, { email, name: 'Kim Muster' })
      await expect(async () => expect(await signedInAs(page)).toBe(email)).toPass()
      await expect(page).not.toHaveURL(/callback|code=/)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })
}

test('what a guest had pressed before leaving for the provider is done on the way back, once', async ({ page }) => {
  const author = await registerMember(page.request)
  const post = await newBallot(page.request, author, 'rumor')
  await visit(page, post.path)
  await reaction(page, 'Herz').click()
  await button(page, 'Mit Google anmelden').click()
  await chooseAccount(page, { email: newAddress(), name: 'Kim Muster' })
  await expect(page).toHaveURL(post.path)
  await page.getByRole('textbox', { name: 'Nickname' }).fill(newNickname())
  await page.keyboard.press('Enter')
  await expect(reaction(page, 'Herz')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => storedVotes(page.request, 'post_reactions', post)).toMatchObject([{ reaction: 'heart' }])
  await reaction(page, 'Herz').click()
  await expect.poll(() => storedVotes(page.request, 'post_reactions', post)).toEqual([])
  await page.reload()
  await expect(reaction(page, 'Herz')).toHaveAttribute('aria-pressed', 'false')
})
