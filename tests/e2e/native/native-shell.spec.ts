import type { Page } from '@playwright/test'
import { alive, expect, test } from '../support/journey.ts'
import { answerForSite, nativeDocument, serveNativeApp, shellSite } from '../support/native-app.ts'
import { headline, tab } from '../support/native-journey.ts'
import { shellBridge } from '../support/shell-bridge.ts'

const backend = () => process.env.HOT_E2E_URL ?? ''
const waiting = 'App wird geladen...'
let shell: Awaited<ReturnType<typeof serveNativeApp>>

test.beforeAll(async () => {
  test.setTimeout(180_000)
  shell = await serveNativeApp(backend())
})
test.afterAll(() => shell?.close())
// Asked by the app whether it is still served.
test.beforeEach(({ page }) => answerForSite(page, backend()))

const open = async (page: Page, path: string) => {
  await page.goto(shell.url + path)
  await alive(page)
}

test('the app in the shell shows home, a star and the calendar from a backend elsewhere', async ({ page, samples }) => {
  const origins = new Set<string>()
  page.on('response', (response) => {
    if (response.url().includes('/rest/v1/')) origins.add(new URL(response.url()).origin)
  })
  await open(page, '/')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()

  // A shell shows its tabs even on this wide screen.
  await tab(page, 'Stars').click()
  await page.getByRole('main').locator(`a[href="${samples.star.path}"]`).first().click()
  await expect(page).toHaveURL(shell.url + samples.star.path)
  await expect(headline(page)).toHaveText(samples.star.text)
  await expect(page).toHaveTitle(`${samples.star.text} – HoT`)

  await tab(page, 'Kalender').click()
  await expect(page.getByText(/^KW \d+ · /).filter({ visible: true })).toBeVisible()
  expect([...origins]).toEqual([new URL(backend()).origin])

  // A shell has no footer: its account menu links to the legal notice.
  const menu = page.getByRole('banner').locator('details', { has: page.getByText('Dunkel') })
  await menu.locator('summary').click()
  await expect(menu.getByRole('link')).toHaveText(['Login', 'Impressum'])
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await menu.getByRole('link', { name: 'Impressum' }).click()
  await expect(headline(page)).toHaveText('Impressum')
})

test('an address opened from outside leads to its page; in the running app a public one opens, a foreign one changes nothing', async ({
  page,
  samples,
}) => {
  const device = await shellBridge(page)
  await open(page, samples.star.path)
  await expect(headline(page)).toHaveText(samples.star.text)
  await tab(page, 'Home').click()
  await expect(page).toHaveURL(`${shell.url}/`)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await device.tell('App.appUrlOpen', { url: `${shellSite}${samples.star.path}` })
  await expect(headline(page)).toHaveText(samples.star.text)
  for (const refused of [`${shellSite}@evil.example/stars`, `${shellSite}/admin`, 'javascript:alert(1)'])
    await device.tell('App.appUrlOpen', { url: refused })
  await expect(page).toHaveURL(shell.url + samples.star.path)
  expect(await page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href)).toBe(
    shellSite + samples.star.path,
  )
})

test('until the safe area is known the shell says that it is loading', async ({ page }) => {
  expect(nativeDocument()).toContain(waiting)
  // A WebView that has not painted yet: the test controls its frames.
  await page.addInitScript(() => {
    const frame = window.requestAnimationFrame.bind(window)
    const held: FrameRequestCallback[] = []
    window.requestAnimationFrame = (callback) => held.push(callback)
    window.addEventListener('frames', () => {
      window.requestAnimationFrame = frame
      for (const callback of held.splice(0)) frame(callback)
    })
  })
  await page.goto(shell.url, { waitUntil: 'networkidle' })
  await expect(page.getByRole('status').filter({ hasText: waiting })).toBeVisible()
  await expect(page.getByRole('main')).toHaveCount(0)
  await page.evaluate(() => window.dispatchEvent(new Event('frames')))
  await expect(page.getByText(waiting)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--safe-top'))).toBe('0px')
})

test('on a device the splash goes, back closes before it leads back and leaves, and a feed opens outside', async ({
  page,
}) => {
  const device = await shellBridge(page)
  await open(page, '/impressum')
  await expect.poll(device.calls).toContain('SplashScreen.hide {}')
  await expect.poll(device.calls).toContain('StatusBar.setBackgroundColor {"color":"#F6F5E9"}')

  await tab(page, 'Kalender').click()
  await expect(page).toHaveURL(`${shell.url}/kalender`)
  await page.getByText('Abonnieren', { exact: true }).click()
  const feed = page.getByRole('link', { name: 'Einmal laden (.ics)' })
  await feed.click()
  await expect.poll(device.calls).toContain(`Browser.open {"url":"${shellSite}/kalender.ics"}`)
  await expect(page).toHaveURL(`${shell.url}/kalender`)
  await expect(feed).toBeVisible()
  await device.tell('App.backButton')
  await expect(feed).toBeHidden()
  await expect(page).toHaveURL(`${shell.url}/kalender`)

  await page.getByRole('banner').getByRole('button', { name: /such/i }).first().click()
  const search = page.getByRole('dialog', { name: 'Suche' })
  await expect(search.getByRole('combobox')).toBeFocused()
  await device.tell('App.backButton')
  await expect(search).toHaveCount(0)
  await expect(page).toHaveURL(`${shell.url}/kalender`)
  await device.tell('App.backButton')
  await expect(page).toHaveURL(`${shell.url}/impressum`)
  expect(device.calls()).not.toContain('App.minimizeApp {}')
  await device.tell('App.backButton')
  await expect.poll(device.calls).toContain('App.minimizeApp {}')
})
