import { storageKeys } from '@hot/domain/privacy/storage-keys'
import type { Response } from '@playwright/test'
import { registerMember } from '../../support/site/members.ts'
import { alive, expect, visit } from '../support/journey.ts'
import { test } from '../support/member.ts'
import { isGuest, isMember, leave, login, signInThere } from '../support/session-steps.ts'
import { submitLogin } from '../support/sign-in-steps.ts'

test.describe('who comes back', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('sees neither Login nor anything move on the way to their picture, and waits for no profile', async ({
    page,
    reader,
  }) => {
    await page.addInitScript(() => {
      const seen = { login: 0, shift: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
      const look = () => {
        const drawn = [...document.querySelectorAll('header a[href="/auth"]')].some((link) => link.checkVisibility())
        if (drawn) seen.login++
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await visit(page, '/stars')
    await isMember(page)
    const seen = await page.evaluate(() => Reflect.get(window, 'seen'))
    expect(seen.login).toBe(0)
    // Fonts that arrive late move letters of the wordmark and of names by fractions of a pixel; a button that appears
    // moves far more.
    expect(seen.shift).toBeLessThan(0.005)

    // The profile is cached by now.
    await page.route('**/rest/v1/profiles*', () => {})
    await visit(page, '/formate')
    await isMember(page)
    expect(await page.evaluate(() => localStorage.getItem('hot_profile_cache'))).toContain(reader.nickname)
  })
})

test('a guest loads nothing of signing in, and follows a sign-in in another tab', async ({ page, context }) => {
  const scripts: Promise<string>[] = []
  const note = (answer: Response) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.text())
  }
  page.on('response', note)
  await visit(page, '/')
  await expect(login(page)).toBeVisible()
  await isGuest(page)
  page.off('response', note)
  for (const text of await Promise.all(scripts)) expect(text.includes('/auth/v1')).toBe(false)
  await signInThere(context, await registerMember(page.request))
  await isMember(page)
})

test.describe('in two tabs', () => {
  // A request of one tab may be under way when the other ends the session, and is refused.
  test.use({ faultsExpected: true })

  test('two tabs stay in step: out here, out there; in here, in there, also into another account', async ({
    page,
    context,
    member,
  }) => {
    const other = await context.newPage()
    await visit(page, '/stars')
    await visit(other, '/account')
    const headline = other.getByRole('heading', { level: 1 })
    await isMember(page)
    await isMember(other)
    await expect(headline).toHaveText(member.nickname ?? '')

    const next = await registerMember(page.request)
    await signInThere(context, next)
    await expect(headline).toHaveText(next.nickname ?? '')
    await expect(other.getByText(member.nickname ?? '')).toHaveCount(0)

    await leave(page)
    await isGuest(page)
    await isGuest(other)
    // Data of the device, not of the member, stays.
    const device = [storageKeys.consent, storageKeys.appModalSeen]
    const stored = await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(hot_|sb-)/.test(key)))
    expect(stored.toSorted()).toEqual(device.toSorted())

    await signInThere(context, member)
    await isMember(page)
    await isMember(other)
  })
})

/** The server's reaction to the flag: tests/http/account/test-flag.test.ts. */
test('guests on account pages go home; the test flag opens nothing in this build', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('hot_e2e_bypass_auth', 'true'))
  const personal: string[] = []
  page.on('response', (response) => {
    if (/\/rest\/v1\/rpc\/(account_|own_|export_)/.test(response.url())) personal.push(response.url())
  })
  for (const path of ['/account', '/account/stars', '/account/inhalte']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await alive(page)
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Anmeldung erforderlich')
  }
  expect(personal).toEqual([])

  const member = await registerMember(page.request)
  await page.getByRole('button', { name: 'Mit E-Mail anmelden' }).click()
  await submitLogin(page, member)
  await expect(page).toHaveURL('/account/inhalte')
})
