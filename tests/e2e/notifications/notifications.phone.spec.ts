import { visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'
import { notify } from '../support/notification-steps.ts'

test('on a phone header and account menu lead to the full list, and show 99+', async ({ page, member }) => {
  await notify(page.request, member.id, 100)
  await visit(page, '/')
  const header = page.getByRole('banner')
  const bell = header.getByRole('link', { name: '100 ungelesene Benachrichtigungen' })
  await expect(bell).toBeVisible()
  await expect(bell).toHaveText('99+')
  await header.locator('summary[aria-label=Account]').tap()
  await header.getByRole('link', { name: 'Benachrichtigungen 100 ungelesene' }).tap()
  await expect(page).toHaveURL('/account/benachrichtigungen')
  await expect(page.getByRole('main').locator('.notification')).toHaveCount(20)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.goBack()
  await bell.tap()
  await expect(page).toHaveURL('/account/benachrichtigungen')
})
