import type { Page } from '@playwright/test'
import type { Member } from '../../support/site/members.ts'
import { expectAccessible, expectAccessibleInBothThemes, openAccount } from '../support/account-steps.ts'
import { expect, test } from '../support/member.ts'
import { photo } from '../support/pictures.ts'

/** Half of the widest is what 200 % zoom leaves of it. */
const widths = [1280, 640, 390, 320]

const pages = [
  { path: '/account', heading: /./ },
  { path: '/account/profil', heading: 'Profil' },
  { path: '/account/stars', heading: 'Meine Stars' },
  { path: '/account/gemerkt', heading: 'Gemerkt' },
  { path: '/account/inhalte', heading: 'Meine Inhalte' },
  { path: '/account/inhalte/kommentare', heading: 'Meine Inhalte' },
  { path: '/account/karma', heading: 'Mein Karma' },
  { path: '/account/sicherheit', heading: 'Sicherheit' },
  { path: '/account/einstellungen', heading: 'Einstellungen' },
  { path: '/account/moderation', heading: 'Moderation' },
  { path: '/account/daten', heading: 'Daten' },
]

async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

/** Otherwise axe would check placeholders instead of the page. */
const settled = (page: Page) => expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)

test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

/** Opens each page by its link, on a wide screen in light. */
async function walk(page: Page, reader: Member, look: () => Promise<void>): Promise<void> {
  test.slow()
  await openAccount(page, '/account', reader.nickname ?? '')
  const links = page.locator('#inhalt')
  for (const { path, heading } of pages) {
    await test.step(path, async () => {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1280, height: 800 })
      await links.locator(`a[href="${path}"]`).first().click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await settled(page)
      await look()
    })
  }
}

test('the pages in light and dark, on every width and zoomed', { tag: '@full' }, async ({ page, reader }) => {
  await walk(page, reader, async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('navigation', { name: 'Mein Account' }).locator('[aria-current]')).toBeInViewport()
    for (const width of widths) {
      await expectNoSidewaysScroll(page, width)
      await expectAccessibleInBothThemes(page)
    }
  })
})

test('the overview is as narrow while it loads', { tag: '@full' }, async ({ page, member }) => {
  expect(member.id).toBeTruthy()
  // Never answered.
  await page.route('**/rest/v1/rpc/account_page*', () => {})
  await page.goto('/account')
  await expect(page.getByRole('navigation', { name: 'Mein Account' })).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy=true]')).not.toHaveCount(0)
  for (const width of widths) await expectNoSidewaysScroll(page, width)
})

test.describe('without an answer to the overview', () => {
  test.use({ faultsExpected: true })

  test('the pages and the way out are there', async ({ page, member }) => {
    expect(member.id).toBeTruthy()
    await page.route('**/rest/v1/rpc/account_page*', (route) => route.fulfill({ status: 404, body: '{}' }))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/account')
    await expect(page.getByText('Dein Account konnte nicht geladen werden')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'Abmelden' })).toBeVisible()
    await page
      .getByRole('navigation', { name: 'Mein Account' })
      .getByRole('link', { name: 'Daten', exact: true })
      .click()
    await expect(page).toHaveURL('/account/daten')
  })
})

test('the dialogs are readable and operable as well', { tag: '@full' }, async ({ page, member }) => {
  expect(member.id).toBeTruthy()
  const open = async (path: string, heading: string, act: () => Promise<void>, title: string) => {
    await openAccount(page, path, heading)
    await settled(page)
    await act()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  }
  const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click()
  const choose = async () => page.getByLabel('Bilddatei').setInputFiles(await photo(800, 600))
  await open('/account/profil', 'Profil', choose, 'Ausschnitt wählen')
  await open('/account/sicherheit', 'Sicherheit', press('Zwei-Faktor einrichten'), 'Zwei-Faktor einrichten')
  await press('Weiter')()
  // On a phone the app is opened by a link; the picture is for another device.
  await expect(page.getByRole('link', { name: 'In Authenticator öffnen' })).toBeVisible()
  await expectAccessible(page)
  await page.getByText('QR-Code scannen').click()
  await expect(page.getByRole('img', { name: /QR-Code/ })).toBeVisible()
  await expectAccessible(page)
  await open('/account/sicherheit', 'Sicherheit', press('Überall abmelden'), 'Überall abmelden?')
  await open('/account/daten', 'Daten', press('Account löschen'), 'Account wirklich löschen?')
})
