import { asMember, registerMember, sessionOf } from '../../support/site/members.ts'
import { alive, visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import {
  isGuest,
  isMember,
  leave,
  letTokenExpire,
  letTokenExpireMeanwhile,
  sessionKey,
  signInByDialog,
} from '../support/session-steps.ts'

test.describe('a session', () => {
  const sentence = 'Deine Sitzung gilt nicht mehr. Melde dich noch einmal an.'
  test.use({ faultsExpected: true })

  test('that is ended elsewhere ends here when the tab is looked at again, the token needs renewing or is refused, and says so', async ({
    page,
    member,
  }) => {
    const endElsewhere = async () => {
      const elsewhere = await sessionOf(page.request, member)
      const ended = await page.request.post('/auth/v1/logout?scope=global', { headers: asMember(elsewhere) })
      expect(ended.status()).toBe(204)
    }
    await test.step('while a slow backend still checks it, the account waits instead of sending its owner home', async () => {
      await letTokenExpireMeanwhile(page)
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/auth/v1/token*', async (route) => {
        await released
        await route.continue()
      })
      await page.goto('/account')
      await expect(page.getByRole('main').getByText('Deine Anmeldung wird noch geprüft.')).toBeVisible()
      expect(new URL(page.url()).pathname).toBe('/account')
      release()
      await expect(
        page
          .getByRole('main')
          .getByText(member.nickname ?? '')
          .first(),
      ).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
    })

    await isMember(page)
    await endElsewhere()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText(sentence)).toBeVisible()
    await isGuest(page)

    await signIn(page, member)
    await endElsewhere()
    await letTokenExpire(page)
    await page.goto('/stars')
    await expect(page.getByText(sentence)).toBeVisible()
    await isGuest(page)

    await test.step('also while its token claims to be valid, with the first request', async () => {
      await signIn(page, member)
      await endElsewhere()
      await page.goto('/stars')
      await expect(page.getByText(sentence)).toBeVisible()
      await isGuest(page)
    })
  })
})

test.describe('without a network', () => {
  test.use({ faultsExpected: true })

  test('signing out works on this device, and says what it could not do', async ({ page, context, member }) => {
    await page.goto('/stars')
    await isMember(page)
    expect(member.nickname).not.toBeNull()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await leave(page)
    await expect(page.getByText('Auf diesem Gerät bist du abgemeldet.')).toBeVisible()
    await isGuest(page)
    expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull()
  })
})

test('a browser that stores nothing signs in for as long as the page lives, and says so', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: refuse })
  })
  await visit(page, '/stars')
  await signInByDialog(page, await registerMember(page.request))
  await expect(page.getByText('Angemeldet, aber nur für jetzt.')).toBeVisible()
  await page.reload()
  await alive(page)
  await isGuest(page)
})
