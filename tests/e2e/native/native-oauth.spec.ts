import type { Browser, Page } from '@playwright/test'
import { newAddress, newNickname } from '../../support/site/members.ts'
import { expect, shellOrigin, test } from '../support/native-journey.ts'
import { cancelSignIn, chooseAccount } from '../support/openid-provider.ts'
import { isGuest } from '../support/session-steps.ts'
import { appScheme } from '../support/shell-answers.ts'
import { type Bridge, shellBridge } from '../support/shell-bridge.ts'
import { button, dialog, signedInAs } from '../support/sign-in-steps.ts'

test.skip(!process.env.HOT_E2E_PROVIDERS, 'the server of HOT_E2E_URL has no providers')
// The provider's last step leaves the browser, and a refusal is logged.
test.use({ faultsExpected: true })

const returnAddress = `${appScheme}://oauth/callback`

/** In the app: opens the sign-in dialog. */
async function openDialog(page: Page): Promise<void> {
  const banner = page.getByRole('banner')
  await banner.locator('summary[aria-label=Account]').click()
  await banner.getByRole('listitem').getByRole('link', { name: 'Login' }).click()
}

/** In the dialog: chooses Google. Returns the address that the in-app browser is told to open. */
async function askGoogle(page: Page, device: Bridge): Promise<string> {
  const asked = device.asked('Browser.open').length
  await button(page, 'Mit Google anmelden').click()
  await expect.poll(() => device.asked('Browser.open')).toHaveLength(asked + 1)
  const url = new URL(String(device.asked('Browser.open').at(-1)?.url))
  expect(url.searchParams.get('redirect_to')).toBe(returnAddress)
  expect(url.searchParams.get('code_challenge_method')).toBe('s256')
  expect(url.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
  return url.href
}

/** In the in-app browser, which shares nothing with the app: goes through the provider's page. Returns the link back. */
async function throughProvider(browser: Browser, url: string, act: (page: Page) => Promise<void>): Promise<string> {
  const outside = await browser.newContext({ locale: 'de-DE' })
  const page = await outside.newPage()
  const back = page.waitForResponse((answer) => answer.headers().location?.startsWith(`${appScheme}:`) ?? false)
  await page.goto(url)
  await act(page)
  const link = (await back).headers().location ?? ''
  await outside.close()
  return link
}

test('iOS: who changes their mind is back as a guest; signs in with Google in the in-app browser, which is closed; other links do not count', async ({
  page,
  shell,
  browser,
}) => {
  const device = await shellBridge(page, { device: 'ios' })
  await shell.open(page, '/impressum')
  await openDialog(page)
  const refusal = await throughProvider(browser, await askGoogle(page, device), cancelSignIn)
  expect(refusal).toContain('error=access_denied')
  await device.tell('App.appUrlOpen', { url: refusal })
  await expect.poll(() => device.asked('Browser.close')).toHaveLength(1)
  await expect(button(page, 'Mit Google anmelden')).toBeEnabled()
  await expect(page).toHaveURL(`${shellOrigin}/impressum`)
  await isGuest(page)

  const email = newAddress()
  const link = await throughProvider(browser, await askGoogle(page, device), (provider) =>
    chooseAccount(provider, { email, name: 'Kim Muster' }),
  )
  expect(link.startsWith(`${returnAddress}?code=`)).toBe(true)
  // If the app took these for the link back, their code would end the attempt.
  for (const foreign of ['evil.example://oauth/callback', `${returnAddress}.evil`])
    await device.tell('App.appUrlOpen', { url: `${foreign}?code=stolen` })
  expect(device.asked('Browser.close')).toHaveLength(1)
  await device.tell('App.appUrlOpen', { url: link })
  await expect.poll(() => device.asked('Browser.close')).toHaveLength(2)
  await expect(dialog(page)).toHaveAccessibleName('Wie sollen wir dich nennen?')
  expect(await signedInAs(page)).toBe(email)
  expect(device.store.get('sb-hot-auth-token')).toContain(email)
  await expect(dialog(page)).toContainText('Mit „Namen speichern“ sagst du: Ich bin mindestens 16 Jahre alt.')
  await page.getByRole('textbox', { name: 'Nickname' }).fill(newNickname())
  await button(page, 'Namen speichern').click()
  await expect(page).toHaveURL(`${shellOrigin}/impressum`)
})

test('Android: when the system ends the app meanwhile, the link back starts it and signs in; a stolen code does not', async ({
  page,
  shell,
  browser,
}) => {
  const device = await shellBridge(page)
  await shell.open(page, '/impressum')
  await openDialog(page)
  const email = newAddress()
  const link = await throughProvider(browser, await askGoogle(page, device), (provider) =>
    chooseAccount(provider, { email, name: 'Kim Muster' }),
  )

  // Another device receives the link: it has no verifier for its code.
  const stranger = await browser.newContext({ locale: 'de-DE' })
  const strange = await stranger.newPage()
  await shellBridge(strange, { launchUrl: link })
  await shell.open(strange, '/')
  await expect(
    strange
      .getByRole('main')
      .getByRole('alert')
      .or(strange.getByRole('heading', { level: 1 })),
  ).toBeVisible()
  await isGuest(strange)
  await stranger.close()

  const again = await page.context().newPage()
  await page.close()
  await shellBridge(again, { launchUrl: link, store: device.store })
  await shell.open(again, '/')
  await expect(dialog(again)).toHaveAccessibleName('Wie sollen wir dich nennen?')
  expect(await signedInAs(again)).toBe(email)
})
