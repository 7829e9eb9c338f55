import { samplesOfRun } from '../../support/site/samples.ts'
import { expect, test } from '../support/wire.ts'

test.use({ javaScriptEnabled: false })

test('lists, searches and filters are walked by links and forms; menus open, what needs a script is not offered, and face and colours of the device are there', async ({
  page,
}) => {
  const face = page.waitForResponse('**/assets/hot-kopf-*.woff2')
  await page.goto('/stars')
  const links = page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link')
  const first = await links.allInnerTexts()
  await page.getByRole('link', { name: 'Mehr Stars' }).click()
  await expect(page).toHaveURL(/\/stars\?nach=/)
  for (const name of await links.allInnerTexts()) expect(first).not.toContain(name)
  await page.getByRole('searchbox', { name: 'Stars durchsuchen' }).fill('mandy')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/stars\?.*q=mandy/)
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/^\d+ Treffer für „mandy“\.$/)
  await page.goto('/formate')
  await page.getByRole('searchbox', { name: 'Formate durchsuchen' }).fill('mandy')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/formate\?.*q=mandy/)
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/passe?n?t?\.$/)
  await page.goto('/kalender?ansicht=liste')
  await page.getByRole('combobox', { name: 'Format' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Anzeigen' }).click()
  await expect(page).toHaveURL(/\/kalender\?.*format=/)

  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Suche öffnen' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Einwilligung' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Datenschutz-Einstellungen' })).toBeHidden()
  await page.getByRole('banner').locator('summary[aria-label=Account]').click()
  await expect(page.getByRole('link', { name: 'Login' }).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dunkel' })).toBeHidden()
  for (const [colorScheme, paper] of [
    ['light', 'rgb(246, 245, 233)'],
    ['dark', 'rgb(10, 10, 10)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('body')).toHaveCSS('background-color', paper)
  }
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
  await menu.locator('summary', { hasText: 'Charts' }).click()
  await menu.getByRole('link', { name: /HoT Bestenliste/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('HoT Bestenliste')
  expect((await face).ok()).toBe(true)
})

test('nothing looks as if a press did something, and what is counted is still read', async ({ page }) => {
  const { star, format, season, rumor, poll, discussion, member } = await samplesOfRun()
  const samples = [star, format, season, rumor, poll, discussion, member].map(({ path }) => path)
  for (const path of ['/', '/trashtalk', '/trashtalk/umfragen', '/stars', '/kalender', ...samples]) {
    await page.goto(path)
    const alive = await page.locator('button').evaluateAll((buttons) =>
      (buttons as HTMLButtonElement[])
        .filter((button) => {
          if (!button.checkVisibility()) return false
          const style = getComputedStyle(button)
          const isPlain = style.pointerEvents === 'none' && style.backgroundColor === 'rgba(0, 0, 0, 0)'
          const form = button.closest('form')
          const works =
            button.hasAttribute('popovertarget') || (button.type === 'submit' && form?.hasAttribute('action'))
          return !works && !isPlain && !button.closest('.spoiler')
        })
        .map((button) => button.outerHTML.slice(0, 120)),
    )
    expect(alive, path).toEqual([])
  }
  await page.goto(rumor.path)
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: /^Herz, \d/ })
      .first(),
  ).toBeVisible()
})
