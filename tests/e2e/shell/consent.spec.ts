import { storageKeys } from '@hot/domain/privacy/storage-keys'
import type { Page } from '@playwright/test'
import { registerMember } from '../../support/site/members.ts'
import { colourRules, expectNoViolation } from '../support/axe.ts'
import {
  banner,
  choice,
  hide,
  recordCounting,
  recordedConsent,
  reopen,
  storedConsent,
  storedKeys,
} from '../support/consent-steps.ts'
import { comesBack, pass, visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { leave } from '../support/session-steps.ts'

test.use({ knowsHot: false })

async function looksRight(page: Page): Promise<void> {
  for (const width of [390, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 844 })
      // Without transitions: axe would otherwise measure a button halfway between two colours.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectNoViolation(page, colorScheme === 'light' ? {} : colourRules, '.consent')
      const [no, yes] = await Promise.all([
        choice(page, 'Nur notwendiges').boundingBox(),
        choice(page, 'Alles akzeptieren').boundingBox(),
      ])
      expect([no?.width, no?.height], `equal at ${width}`).toEqual([yes?.width, yes?.height])
    }
}

/**
 * Opens a further page. The queue is sent when the tab is hidden; requests sent on leaving could not be observed
 * here.
 */
async function readOn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Ganze Liste' }).first().click()
  await expect(page).toHaveURL(/\/charts|\/stars/)
  // The focus moves when the new page is rendered; that is when it counts.
  await expect(page.locator('#inhalt')).toBeFocused()
  await pass(page, 6)
  await hide(page)
  await pass(page, 1)
  await visit(page, '/')
}

test('nothing is counted before the choice, nor after it is withdrawn; the choice is asked for once', async ({
  page,
}) => {
  await page.clock.install()
  await page.addInitScript((key) => localStorage.setItem(key, 'true'), storageKeys.appModalSeen)
  const sent = recordCounting(page)
  await test.step('a first visit is asked, and counts nothing', async () => {
    await visit(page, '/')
    await expect(banner(page)).toBeVisible()
    await looksRight(page)
    await readOn(page)
    await expect(banner(page)).toBeVisible()
    expect(await storedKeys(page)).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/consent|analytics|conver/)]),
    )
    expect(sent).toEqual([])
  })
  await test.step('without a choice Escape does nothing, not even when the question was asked for', async () => {
    await page.keyboard.press('Escape')
    await expect(banner(page)).toBeVisible()
    await reopen(page).click()
    await expect(choice(page, 'Nur notwendiges')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(banner(page)).toBeVisible()
    await expect(choice(page, 'Nur notwendiges')).toBeFocused()
    await visit(page, '/')
  })
  await test.step('by keyboard: after the skip link come the link and both answers', async () => {
    for (const _ of ['skip link', 'privacy policy', 'Nur notwendiges']) await page.keyboard.press('Tab')
    await expect(choice(page, 'Nur notwendiges')).toBeFocused()
    await expect(choice(page, 'Nur notwendiges')).not.toHaveAttribute('aria-pressed')
    await page.keyboard.press('Enter')
    await expect(banner(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    expect(await storedConsent(page)).toMatchObject({ level: 'essential' })
  })
  await test.step('who comes back is not asked, not even for a blink', async () => {
    await page.reload({ waitUntil: 'commit' })
    await page.locator('.consent').waitFor({ state: 'attached' })
    await expect(page.locator('html')).not.toHaveAttribute('data-consent')
    await readOn(page)
    expect(sent).toEqual([])
  })
  await test.step('at the foot of the page it is asked again, and full consent counts', async () => {
    await reopen(page).click()
    await expect(choice(page, 'Nur notwendiges')).toBeFocused()
    await expect(choice(page, 'Nur notwendiges')).toHaveAttribute('aria-pressed', 'true')
    await choice(page, 'Alles akzeptieren').click()
    await expect(banner(page)).toBeHidden()
    await expect(reopen(page)).toBeFocused()
    await readOn(page)
    await expect.poll(() => sent.length).toBeGreaterThan(0)
    expect(await storedKeys(page)).toContain(storageKeys.analyticsVisit)
  })
  await test.step('asked for again, Escape leaves the choice as it is and goes back to what asked', async () => {
    const before = await storedConsent(page)
    // By keyboard, then by mouse with a press on the text, which takes no focus.
    await reopen(page).press('Enter')
    await expect(choice(page, 'Nur notwendiges')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(banner(page)).toBeHidden()
    await expect(reopen(page)).toBeFocused()
    await reopen(page).click()
    await banner(page)
      .locator('p')
      .click({ position: { x: 5, y: 5 } })
    await page.keyboard.press('Escape')
    await expect(banner(page)).toBeHidden()
    await expect(reopen(page)).toBeFocused()
    expect(await storedConsent(page)).toEqual(before)
    await page.keyboard.press('Escape')
    await expect(reopen(page), 'Escape is nobody’s any more').toBeFocused()
  })
  await test.step('asked for again, Escape in a dialog or a menu closes that alone', async () => {
    await reopen(page).click()
    const search = page.getByRole('dialog', { name: 'Suche' })
    await page.getByRole('banner').getByRole('button', { name: /such/i }).first().click()
    await expect(search).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
    await expect(banner(page)).toBeVisible()
    const menu = page.getByRole('banner').locator('details').first()
    await menu.locator('summary').click()
    await expect(menu).toHaveAttribute('open')
    await page.keyboard.press('Escape')
    await expect(menu).not.toHaveAttribute('open')
    await expect(banner(page)).toBeVisible()
    await choice(page, 'Alles akzeptieren').click()
    await expect(banner(page)).toBeHidden()
  })
  await test.step('withdrawn: what it left is gone, and nothing more is sent', async () => {
    await reopen(page).click()
    await expect(choice(page, 'Alles akzeptieren')).toHaveAttribute('aria-pressed', 'true')
    sent.length = 0
    await choice(page, 'Nur notwendiges').click()
    expect(await storedKeys(page)).not.toContain(storageKeys.analyticsVisit)
    await readOn(page)
    expect(sent).toEqual([])
    expect(await storedKeys(page)).not.toContain(storageKeys.analyticsVisit)
  })
})

test('who agrees is counted with the site they came from, and nothing of what they read there', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/analytics_events') && sent.push(request.postData() ?? ''))
  await page.goto('/stars', { referer: 'https://www.google.com/search?q=geheim' })
  await page.waitForLoadState('networkidle')
  await choice(page, 'Alles akzeptieren').click()
  await expect.poll(() => sent.join(), { timeout: 20_000 }).toContain('session_start')
  expect(sent.join()).toContain('"source":"google.com"')
  expect(sent.join()).not.toContain('geheim')
})

const memberKey = storageKeys.memberConsent
const heldFor = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown, memberKey)

test("a member's choice holds while they are signed in, on all their devices, and never becomes the device's", async ({
  page,
  browser,
}) => {
  await comesBack(page.context())
  const member = await registerMember(page.request)
  const session = await signIn(page, member)
  const recorded = () => recordedConsent(page.request, session)
  expect(await recorded()).toEqual({ full: false, at: null })
  await visit(page, '/')
  await expect.poll(() => heldFor(page), 'nobody is asked whose device refused').toMatchObject({ level: 'none' })
  await expect(banner(page)).toBeHidden()
  expect(await recorded(), "what a guest chose is not the member's").toEqual({ full: false, at: null })

  const other = await (await browser.newContext()).newPage()
  await other.addInitScript((key) => localStorage.setItem(key, 'true'), storageKeys.appModalSeen)
  await signIn(other, member)
  await visit(other, '/account/einstellungen')
  await expect(banner(other), 'a member who has not chosen is asked').toBeVisible()
  const settings = other.getByRole('group', { name: 'Was gezählt werden darf' })
  await settings.getByRole('button', { name: 'Alles akzeptieren' }).click()
  await expect(banner(other)).toBeHidden()
  await expect.poll(async () => (await recorded()).full).toBe(true)
  expect(await storedConsent(other)).toBeNull()

  // The profile is fetched again once its cached copy is stale.
  await page.evaluate((key) => localStorage.removeItem(key), storageKeys.profileCachedAt)
  await visit(page, '/')
  await expect.poll(() => heldFor(page)).toMatchObject({ level: 'full', member: member.id })
  expect(await storedConsent(page)).toMatchObject({ level: 'essential' })

  await leave(page)
  await expect.poll(() => heldFor(page)).toBeNull()
  expect(await storedConsent(page)).toMatchObject({ level: 'essential' })
  await expect(banner(page)).toBeHidden()
  await leave(other)
  await expect(banner(other), 'the device itself was never asked').toBeVisible()
  await other.context().close()
})

test.describe('the modal about the app', () => {
  test('comes once, after the choice, and not again once it is closed', async ({ page }) => {
    const modal = page.getByRole('dialog', { name: 'Jetzt auch als App! 📱' })
    await page.clock.install()
    await visit(page, '/')
    // Longer than the delay after which it would open.
    await pass(page, 5)
    await expect(modal).toHaveCount(0)
    await choice(page, 'Nur notwendiges').click()
    await pass(page, 2)
    await expect(modal).toBeVisible()
    await expect(modal).toContainText('Kostenlos verfügbar für:')
    const links = modal.getByRole('link')
    await expect(links).toHaveText(['iOS', 'Android'])
    await expect(links.first()).toHaveAttribute('href', /^https:\/\/apps\.apple\.com\//)
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await visit(page, '/stars')
    await pass(page, 6)
    await expect(modal).toHaveCount(0)
    expect(fetched).not.toContain('/config.json')
  })
})
