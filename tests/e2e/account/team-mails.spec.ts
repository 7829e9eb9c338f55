import { registerStaff } from '../../support/site/members.ts'
import { expectAccessible } from '../support/account-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'

test('who is of the team chooses which mails about its work come; a member is not asked', async ({ page, member }) => {
  const section = page.getByRole('region', { name: 'Team-Mails' })
  await signIn(page, member)
  await visit(page, '/account/einstellungen')
  await expect(page.getByRole('region', { name: 'Per Mail' })).toBeVisible()
  await expect(section).toHaveCount(0)

  await signIn(page, await registerStaff(page.request, 'admin'))
  await visit(page, '/account/einstellungen')
  const appeals = section.getByRole('group', { name: 'Einspruch' })
  const urgent = appeals.getByRole('checkbox', { name: 'Mail' })
  const briefing = section.getByRole('switch', { name: 'Lagebericht' })
  await expect(urgent).toBeChecked()
  await expect(briefing).toBeChecked()
  await expectAccessible(page)
  // One after the other: the second is sent when the first is stored.
  let stored = 0
  page.on('response', (answer) => {
    if (answer.url().includes('admin_set_team_mails')) stored += 1
  })
  await briefing.click()
  await appeals.getByRole('checkbox', { name: 'Benachrichtigung' }).click()
  await expect(briefing).not.toBeChecked()
  await expect.poll(() => stored).toBe(2)
  await page.reload()
  await expect(urgent).toBeChecked()
  await expect(appeals.getByRole('checkbox', { name: 'Benachrichtigung' })).not.toBeChecked()
  await expect(section.getByRole('switch', { name: 'Wochenbericht' })).toBeChecked()
  await expect(briefing).not.toBeChecked()
})
