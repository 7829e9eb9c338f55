import { registerStaff } from '../../support/site/members.ts'
import { expectAccessible } from '../support/account-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { publishPost, registerActor } from '../support/notification-steps.ts'
import { report } from '../support/report-case-steps.ts'

test('a press on a case at the edge of the screen hits the button under the finger', async ({ page }) => {
  const author = await registerActor(page.request)
  const reporter = await registerActor(page.request)
  for (let cases = 0; cases < 2; cases++) {
    const { id } = await publishPost(page.request, author.session)
    await report(page.request, reporter, { type: 'post', id }, 'insult')
  }
  await signIn(page, await registerStaff(page.request, 'moderator'))
  await visit(page, `/admin/reports?von=${author.nickname}`)
  const last = page.getByRole('article').last()
  const button = last.getByRole('button', { name: /^Löschen/ })
  await expect(button).toBeVisible()
  await expect(last).not.toHaveAttribute('aria-current')
  const above = (await page.getByRole('navigation', { name: 'Schnellzugriff' }).boundingBox())?.height ?? 0
  // Just above the bottom bar, where the card would be scrolled up to be whole.
  await button.evaluate(
    (it, bar) => window.scrollBy(0, it.getBoundingClientRect().bottom + bar + 4 - innerHeight),
    above,
  )
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await expect(last).toHaveAttribute('aria-current', 'true')
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: /löschen/i })).toBeVisible()
})

test('the menu leads to every screen without a keyboard in the way; the tabs are those of one group', async ({
  page,
}) => {
  await signIn(page, await registerStaff(page.request, 'moderator'))
  await visit(page, '/admin/reports')
  const tabs = page.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  await expect(tabs).toHaveText([
    /^Beiträge/,
    /^Kommentare/,
    /^Meldungen/,
    /^Einsprüche/,
    /^Stars selbst/,
    /^Es geht um mich/,
    /^Archiv/,
  ])
  await page.getByRole('button', { name: /^Menü/ }).tap()
  const menu = page.getByRole('dialog', { name: 'Springen zu …' })
  await expect(menu.getByRole('listbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await menu.getByRole('option', { name: /^Staffeln/ }).tap()
  await expect(page).toHaveURL(/\/admin\/seasons$/)
  await expect(menu).toBeHidden()
  await expect(tabs.filter({ hasText: 'Staffeln' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: /^Menü/ }).tap()
  await menu.getByRole('combobox').fill('einspr')
  await menu.getByRole('option', { name: /^Einsprüche/ }).tap()
  await expect(page).toHaveURL(/\/admin\/appeals$/)
})
