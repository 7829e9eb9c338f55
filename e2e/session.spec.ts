import type { BrowserContext, Page } from '@playwright/test'
import { alive, expect, visit } from './journey.ts'
import { asMember, type Member, registerMember, sessionOf, signIn, test } from './member.ts'

const sessionKey = 'sb-hot-auth-token'
const header = (page: Page) => page.getByRole('banner')
const login = (page: Page) => header(page).getByRole('link', { name: 'Login' })
const accountMenu = (page: Page) => header(page).locator('summary[aria-label=Account]')
/** The picture stands for a known member; guests and members without a name have an icon. */
const face = (page: Page) => accountMenu(page).locator('.avatar')

const isMember = (page: Page) => expect(face(page)).toBeVisible()
const isGuest = (page: Page) => expect(face(page)).toHaveCount(0)

async function leave(page: Page): Promise<void> {
  await accountMenu(page).click()
  await header(page).getByRole('button', { name: 'Abmelden' }).click()
}

/** The stored token has run out, by the clock of this device. */
const letTokenExpire = (page: Page) =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
  }, sessionKey)

async function signInThere(context: BrowserContext, member: Member): Promise<void> {
  const other = await context.newPage()
  await signIn(other, member)
  await other.close()
}

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
    expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual({ login: 0, shift: 0 })
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
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(hot_|sb-)/.test(key)))).toEqual([])

    await signInThere(context, member)
    await isMember(page)
    await isMember(other)
  })

  test('a tab that was opened as a guest follows a sign-in elsewhere', async ({ page, context }) => {
    await visit(page, '/stars')
    await isGuest(page)
    await signInThere(context, await registerMember(page.request))
    await isMember(page)
  })
})

test.describe('a session that was ended elsewhere', () => {
  const sentence = 'Deine Sitzung gilt nicht mehr. Melde dich noch einmal an.'
  test.use({ faultsExpected: true })

  test.beforeEach(async ({ page, member }) => {
    await visit(page, '/stars')
    await isMember(page)
    const elsewhere = await sessionOf(page.request, member)
    const ended = await page.request.post('/auth/v1/logout?scope=global', { headers: asMember(elsewhere) })
    expect(ended.status()).toBe(204)
  })

  test('ends here when the tab is looked at again, and says so', async ({ page }) => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText(sentence)).toBeVisible()
    await isGuest(page)
  })

  test('ends here when the token needs renewing, and says so', async ({ page }) => {
    await letTokenExpire(page)
    await page.reload()
    await expect(page.getByText(sentence)).toBeVisible()
    await isGuest(page)
  })
})

test('while a slow backend still checks the session, the account waits instead of sending its owner home', async ({
  page,
  member,
}) => {
  await letTokenExpire(page)
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

/** By the dialog, as a person does. */
async function signInByDialog(page: Page, { email, password }: Member): Promise<void> {
  await accountMenu(page).click()
  await header(page).getByRole('listitem').getByRole('link', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Mit E-Mail anmelden' }).click()
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await isMember(page)
}

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

for (const [name, hours] of [
  ['ahead', 1],
  ['behind', -1],
] as const)
  test(`with a clock an hour ${name} one token lasts`, async ({ page }) => {
    await page.addInitScript((offset) => {
      const now = Date.now
      Date.now = () => now() + offset
    }, hours * 3_600_000)
    let tokens = 0
    page.on('request', (request) => {
      if (request.url().includes('/auth/v1/token')) tokens++
    })
    await visit(page, '/stars')
    await signInByDialog(page, await registerMember(page.request))
    await visit(page, '/account')
    await expect(page.getByRole('navigation', { name: 'Mein Account' })).toBeVisible()
    await visit(page, '/stars')
    await isMember(page)
    expect(tokens).toBe(1)
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
