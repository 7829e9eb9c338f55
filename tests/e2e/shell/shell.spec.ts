import type { Page } from '@playwright/test'
import { alive, expect, test, visit } from '../support/journey.ts'

const accountMenu = (page: Page) => page.getByRole('banner').locator('details', { has: page.getByText('Dunkel') })
const openAccountMenu = (page: Page) => accountMenu(page).locator('summary').click()

test('guests find Login and the theme in the account menu, which colours the page and outlives a reload', async ({
  page,
}) => {
  const theme = page.locator('html')
  await page.emulateMedia({ colorScheme: 'dark' })
  await visit(page, '/')
  await expect(accountMenu(page).locator('summary')).toHaveAccessibleName('Account')
  await test.step('the theme of the device colours the page and the bar of the browser', async () => {
    await expect(theme).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(10, 10, 10)')
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#0a0a0a')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(theme).toHaveAttribute('data-theme', 'light')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(246, 245, 233)')
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#F6F5E9')
  })
  await test.step('one that is chosen outlives a reload', async () => {
    await openAccountMenu(page)
    await expect(accountMenu(page).getByRole('link')).toHaveText(['Login'])
    await expect(accountMenu(page).getByRole('button')).toHaveText(['Hell', 'Dunkel', 'Auto'])
    await page.getByRole('button', { name: 'Dunkel' }).click()
    await expect(theme).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('button', { name: 'Dunkel' })).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(theme).toHaveAttribute('data-theme', 'dark')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  })
  await test.step('and is given up for that of the device', async () => {
    await alive(page)
    await openAccountMenu(page)
    await page.getByRole('button', { name: 'Auto' }).click()
    await expect(theme).toHaveAttribute('data-theme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(theme).toHaveAttribute('data-theme', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.keyboard.press('Escape')
  })
  await test.step('Login opens the dialog on the page where one is', async () => {
    await alive(page)
    await openAccountMenu(page)
    await accountMenu(page).getByRole('link', { name: 'Login' }).click()
    await expect(page.getByRole('dialog', { name: 'Anmeldung erforderlich' })).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})

test('the first Tab offers to skip to the content, and a visible ring follows the keyboard', async ({ page }) => {
  await visit(page, '/stars')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Zum Inhalt' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await visit(page, '/stars')
  const seen = new Set<string>()
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return null
      const places = [element, element.parentElement].filter((place) => place !== null)
      return {
        name: element.outerHTML.slice(0, 90),
        ring: Math.max(...places.map((place) => Number.parseFloat(getComputedStyle(place).outlineWidth))),
        drawn: places.some((place) => getComputedStyle(place).outlineStyle !== 'none'),
      }
    })
    expect(focus, 'focus stays in the page').not.toBeNull()
    expect(focus?.drawn, `a ring around ${focus?.name}`).toBe(true)
    expect(focus?.ring, `a ring around ${focus?.name}`).toBeGreaterThanOrEqual(2)
    seen.add(focus?.name ?? '')
  }
  expect(seen.size).toBeGreaterThan(15)
})

test('every navigation begins at the top and is said to screen readers; sharing says in a toast that the address was copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await visit(page, '/trashtalk/diskussionen')
  const last = page.getByRole('main').getByRole('article').last().getByRole('heading').getByRole('link')
  const name = await last.innerText()
  // The list goes on while one scrolls: then another one is the last. Comments beside it link to posts, too.
  const title = page
    .getByRole('main')
    .getByRole('article')
    .getByRole('heading', { name, exact: true })
    .getByRole('link')
  await title.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  const held = Promise.withResolvers<void>()
  await page.route('**/rest/v1/rpc/post_page**', async (route) => {
    await held.promise
    await route.continue()
  })
  await title.click()
  await expect(page.getByRole('banner').getByRole('progressbar', { name: 'Seite wird geladen' })).toBeVisible()
  held.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.getByRole('status').filter({ hasText: `${name} – HoT` })).toBeAttached()
  await expect(page).toHaveTitle(`${name} – HoT`)

  const path = new URL(page.url()).pathname
  await page.locator('article:has(h1) > .reactions').getByRole('button', { name: 'Teilen' }).click()
  const toast = page.getByText('Link kopiert')
  await expect(toast).toBeVisible()
  const box = await toast.boundingBox()
  expect(box?.x, 'right half').toBeGreaterThan(640)
  expect(box?.y, 'lower half').toBeGreaterThan(400)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(path)
  await page.clock.fastForward(10_000)
  await expect(toast).toBeHidden()
})
