import { consentOf } from '@hot/domain/privacy/consent'
import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { registerMember } from '../../support/site/members.ts'
import { shellSite } from '../support/native-app.ts'
import { expect, headline, shellOrigin, tab, test } from '../support/native-journey.ts'
import { isMember, sessionKey, signInByDialog } from '../support/session-steps.ts'
import { shellBridge } from '../support/shell-bridge.ts'

test.use({ knowsHot: false })

test('when the system has cleared the app, its next start is still signed in and knows what was chosen', async ({
  page,
  shell,
}) => {
  const device = await shellBridge(page, { device: 'ios' })
  await shell.open(page, '/impressum')
  await expect.poll(device.calls).toContain('SplashScreen.hide {}')
  await expect.poll(device.calls).toContain('StatusBar.setBackgroundColor {"color":"#F6F5E9"}')
  await signInByDialog(page, await registerMember(page.request))
  await expect.poll(() => device.store.has(sessionKey)).toBe(true)
  // The choice of another device, which this one adopts.
  await page.evaluate(
    ([key, value]) => {
      localStorage.setItem(key, value)
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
    },
    [storageKeys.consent, JSON.stringify({ level: 'essential', acceptedAt: '2026-11-01T00:00:00.000Z' })] as const,
  )
  const storedChoice = () => consentOf(device.store.get(storageKeys.consent) ?? null)?.level
  await expect.poll(storedChoice).toBe('essential')

  await page.goto(`${shellOrigin}/config.json`)
  await page.evaluate(() => localStorage.clear())
  const hidden = device.asked('SplashScreen.hide').length
  await shell.open(page, '/impressum')
  await isMember(page)
  await expect.poll(() => device.asked('SplashScreen.hide').length).toBe(hidden + 1)
  const choice = await page.evaluate((key) => localStorage.getItem(key), storageKeys.consent)
  expect(consentOf(choice)?.level).toBe('essential')
})

for (const device of ['ios', 'android'] as const)
  test(`${device}: a link that starts the app opens its page, once`, async ({ page, shell, samples }) => {
    await shellBridge(page, { device, launchUrl: `${shellSite}${samples.star.path}?x=1` })
    await shell.open(page, '/')
    await expect(headline(page)).toHaveText(samples.star.text)
    await expect(page).toHaveURL(`${shellOrigin}${samples.star.path}?x=1`)
    await tab(page, 'Kalender').click()
    await expect(page).toHaveURL(`${shellOrigin}/kalender`)
    // An error screen offers this.
    await page.reload()
    await expect(page.getByText(/^KW \d+ · /).filter({ visible: true })).toBeVisible()
    await expect(page).toHaveURL(`${shellOrigin}/kalender`)
  })
