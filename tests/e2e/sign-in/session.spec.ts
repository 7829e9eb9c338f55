import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { alive, expect, visit } from '../support/journey.ts'
import { registerMember, test } from '../support/member.ts'
import { isGuest, isMember, leave, login, signInThere } from '../support/session-steps.ts'

test.describe('who comes back', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('sees neither Login nor anything move on the way to their picture', async ({ page, member }) => {
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
    // The headline face, when it arrives, moves a letter of the wordmark by a hair; a button that comes moves far more.
    expect(seen.shift).toBeLessThan(0.001)
    expect(member.nickname).not.toBeNull()
  })

  test('is recognised from the cache, without waiting for the profile', async ({ page, member }) => {
    await visit(page, '/stars')
    await isMember(page)
    await page.route('**/rest/v1/profiles*', () => {})
    await visit(page, '/formate')
    await isMember(page)
    expect(await page.evaluate(() => localStorage.getItem('hot_profile_cache'))).toContain(member.nickname)
  })
})

test('a guest loads nothing of signing in', async ({ page }) => {
  const scripts: Promise<string>[] = []
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.text())
  })
  await visit(page, '/')
  await expect(login(page)).toBeHidden()
  for (const text of await Promise.all(scripts)) expect(text.includes('/auth/v1')).toBe(false)
})

test.describe('two tabs', () => {
  test('stay in step: out here, out there; in here, in there', async ({ page, context, member }) => {
    const other = await context.newPage()
    await visit(page, '/stars')
    await visit(other, '/formate')
    await isMember(page)
    await isMember(other)

    await leave(page)
    await isGuest(page)
    await isGuest(other)
    // What belongs to the device and not to the member stays.
    const device = [storageKeys.consent, storageKeys.appModalSeen]
    const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(hot_|sb-)/.test(key)))
    expect(kept.toSorted()).toEqual(device.toSorted())

    await signInThere(context, member)
    await isMember(page)
    await isMember(other)
  })

  test('follow another account that signs in elsewhere, and show nothing of the one before', async ({
    page,
    context,
    member,
  }) => {
    await page.goto('/account')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.nickname ?? '')
    const next = await registerMember(page.request)
    await signInThere(context, next)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(next.nickname ?? '')
    await expect(page.getByText(member.nickname ?? '')).toHaveCount(0)
  })

  test('a tab that was opened as a guest follows a sign-in elsewhere', async ({ page, context }) => {
    await visit(page, '/stars')
    await isGuest(page)
    await signInThere(context, await registerMember(page.request))
    await isMember(page)
  })
})

test('guests on account pages go home; the test flag opens nothing in this build', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('hot_e2e_bypass_auth', 'true'))
  for (const path of ['/account', '/account/stars', '/account/inhalte']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await alive(page)
  }
})

test('the server does not know the test flag', async ({ request, baseURL }) => {
  const attempts: Record<string, string>[] = [{ hot_e2e_bypass_auth: 'true' }, { cookie: 'hot_e2e_bypass_auth=true' }]
  for (const headers of attempts) {
    const answer = await request.get(`${baseURL}/rest/v1/rpc/account_page?hot_e2e_bypass_auth=true`, { headers })
    expect(answer.status()).toBeGreaterThanOrEqual(400)
  }
})
