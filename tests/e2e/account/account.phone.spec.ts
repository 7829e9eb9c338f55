import { expectAccessible, openAccount } from '../support/account-steps.ts'
import { expect, test } from '../support/member.ts'

test('on a phone the pages of the account are a list on its overview only, to which each leads back', async ({
  page,
  reader,
}) => {
  await openAccount(page, '/account', reader.nickname ?? '')
  const list = page.getByRole('navigation', { name: 'Mein Account' })
  await expect(list.getByRole('region')).toHaveCount(4)
  await expect(list.getByRole('link')).toHaveCount(10)
  await expectAccessible(page)
  await list.getByRole('link', { name: 'Einstellungen' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
  await expect(list).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Mein Account' }).tap()
  await expect(page).toHaveURL('/account')
  await expect(list).toBeVisible()
})
