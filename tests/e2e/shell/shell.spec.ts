import type { Page } from '@playwright/test'
import { expect, test, visit } from '../support/journey.ts'

const accountMenu = (page: Page) => page.getByRole('banner').locator('details', { has: page.getByText('Dunkel') })
const openAccountMenu = (page: Page) => accountMenu(page).locator('summary').click()

test('guests find Login and the theme in the account menu, and nothing else', async ({ page }) => {
  await visit(page, '/')
  await openAccountMenu(page)
  await expect(accountMenu(page).getByRole('link')).toHaveText(['Login'])
  await expect(accountMenu(page).getByRole('button')).toHaveText(['Hell', 'Dunkel'])
  await accountMenu(page).getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('dialog', { name: 'Anmeldung erforderlich' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('the account menu has a name for those who do not see it', async ({ page }) => {
  await visit(page, '/')
  await expect(accountMenu(page).locator('summary')).toHaveAccessibleName('Account')
})

test.describe('theme', () => {
  const theme = (page: Page) => page.locator('html')

  test('follows the device until one is chosen, and then outlives a reload', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await visit(page, '/')
    await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(theme(page)).toHaveAttribute('data-theme', 'light')
    await openAccountMenu(page)
    await page.getByRole('button', { name: 'Dunkel' }).click()
    await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('button', { name: 'Dunkel' })).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  })

  test('colours the page and the bar of the browser', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await visit(page, '/')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(10, 10, 10)')
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#0a0a0a')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(246, 245, 233)')
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#F6F5E9')
  })
})

test('the first Tab offers to skip to the content', async ({ page }) => {
  await visit(page, '/stars')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Zum Inhalt' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a visible ring follows the keyboard through header and page', async ({ page }) => {
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

test('every navigation begins at the top and is said to screen readers', async ({ page }) => {
  await visit(page, '/trashtalk/diskussionen')
  const title = page.getByRole('main').getByRole('heading', { level: 2 }).last().getByRole('link')
  await title.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  const name = await title.innerText()
  await title.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.getByRole('status').filter({ hasText: `${name} – HoT` })).toBeAttached()
  await expect(page).toHaveTitle(`${name} – HoT`)
})

test('the footer names streaming providers, legal pages and the year', async ({ page }) => {
  await visit(page, '/')
  const footer = page.getByRole('contentinfo')
  const chips = footer.getByRole('list', { name: 'Streaming-Anbieter' }).getByRole('link')
  expect(await chips.count()).toBeGreaterThanOrEqual(3)
  for (const chip of await chips.all()) await expect(chip).toHaveAttribute('href', /^https:\/\//)
  await expect(footer.getByRole('navigation', { name: 'Rechtliches' }).getByRole('link')).toHaveText([
    'Impressum',
    'Datenschutz',
    'Community-Guidelines',
  ])
  await expect(footer.getByText('© 2025')).toBeVisible()
})

test('a toast says that the address was copied and leaves on its own', async ({ page, samples, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, samples.star.path)
  await page.getByRole('button', { name: 'Teilen' }).click()
  const toast = page.getByText('Link kopiert')
  await expect(toast).toBeVisible()
  const box = await toast.boundingBox()
  expect(box?.x, 'right half').toBeGreaterThan(640)
  expect(box?.y, 'lower half').toBeGreaterThan(400)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(samples.star.path)
  await expect(toast).toBeHidden()
})
