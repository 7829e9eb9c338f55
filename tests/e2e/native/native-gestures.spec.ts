import type { Page } from '@playwright/test'
import { expectNoViolation } from '../support/axe.ts'
import { nativeAppBuilt } from '../support/native-build.ts'
import { expect, openShell, setNetwork, test } from '../support/native-steps.ts'
import { publishPost, registerActor } from '../support/notification-steps.ts'
import { shellBridge } from '../support/shell-bridge.ts'

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

test.beforeAll(async () => {
  test.setTimeout(180_000)
  await nativeAppBuilt()
})

/** One finger that moves down in small steps and stays until it is lifted. */
async function finger(
  page: Page,
  from: { x: number; y: number },
  down: number,
): Promise<{ lift: () => Promise<void> }> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  for (let step = 1; step <= 10; step++) await touch('touchMove', [{ x: from.x, y: from.y + (down * step) / 10 }])
  return { lift: () => touch('touchEnd', []).then(() => devtools.detach()) }
}

const sign = (page: Page) => page.locator('.pull-sign')
/** The label beside the indicator. */
const said = (page: Page) => page.locator('.pull [role=status]')

test('the button behind the link to the content and pulling the page down bring what is new, and say when there is no network; a dialog is not pulled', async ({
  page,
  request,
  shell,
}) => {
  const device = await shellBridge(page)
  const author = await registerActor(request)
  await openShell(page, shell, '/trashtalk/diskussionen')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(page.locator('.pull')).toHaveCount(1)
  const button = page.getByRole('button', { name: 'Aktualisieren', exact: true })
  const middle = { x: 195, y: 300 }

  await test.step('a short pull asks for nothing', async () => {
    const short = await finger(page, middle, 60)
    await expect(sign(page)).toBeVisible()
    await short.lift()
    await expect(said(page)).toHaveText('')
    expect(device.asked('Haptics.impact')).toEqual([])
  })

  await test.step('who cannot pull has a button, seen only with the focus', async () => {
    await expect(button).toHaveCount(1)
    await expect(button).not.toBeInViewport()
    const post = await publishPost(request, author.session)

    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Zum Inhalt' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
    await expect(button).toBeInViewport()
    await expectNoViolation(page, {}, '.skip-link')
    await page.keyboard.press('Enter')
    await expect(page.getByText(post.title).first()).toBeVisible()
    await expect(said(page)).toHaveText('Aktualisiert.')
    await expect(button).toBeFocused()
  })

  await test.step('a pull is felt once it is far enough', async () => {
    const post = await publishPost(request, author.session)
    await expect(page.getByText(post.title)).toHaveCount(0)

    const far = await finger(page, middle, 240)
    await expect.poll(() => device.asked('Haptics.impact')).toEqual([{ style: 'LIGHT' }])
    await far.lift()
    await expect(page.getByText(post.title).first()).toBeVisible()
    await expect(said(page)).toHaveText('Aktualisiert.')
  })

  await test.step('without a network both say so and keep what is shown', async () => {
    const shown = page.getByRole('main').getByRole('article').first()
    const title = (await shown.getByRole('heading').first().textContent()) ?? ''
    await setNetwork(page, false)
    shell.front.away = true
    await (await finger(page, middle, 240)).lift()
    await expect(page.getByText('Nicht aktualisiert.')).toBeVisible()
    await expect(page.getByText(title).first()).toBeVisible()
    await expect(page.getByText('Nicht aktualisiert.')).toBeHidden()
    await button.press('Enter')
    await expect(page.getByText('Nicht aktualisiert.')).toBeVisible()
    await expect(button).toBeFocused()
  })

  await test.step('a dialog is not pulled', async () => {
    await page.getByRole('banner').getByRole('button', { name: /such/i }).first().click()
    await expect(page.getByRole('dialog', { name: 'Suche' })).toBeVisible()
    const felt = device.asked('Haptics.impact').length
    await (await finger(page, { x: 195, y: 500 }, 240)).lift()
    await expect(said(page)).toHaveText('')
    expect(device.asked('Haptics.impact')).toHaveLength(felt)
  })
})
