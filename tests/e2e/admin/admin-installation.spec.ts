import fs from 'node:fs'
import { asMember, asServer, registerMember, registerStaff, sessionOf } from '../../support/site/members.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'

test('the team sees what waits, jumps by typing, finds what was done, and takes the numbers home', async ({ page }) => {
  const author = await registerMember(page.request)
  const posted = await page.request.post('/rest/v1/community_posts', {
    headers: asMember(await sessionOf(page.request, author)),
    data: { title: 'Wartet auf das Team', type: 'discussion', content: 'Ein Text.' },
  })
  expect(posted.status(), await posted.text()).toBe(201)

  const moderator = await registerStaff(page.request, 'moderator')
  const session = await signIn(page, moderator)
  const sender = `Sender ${moderator.nickname}`
  const made = await page.request.post('/rest/v1/broadcasters', { headers: asMember(session), data: { name: sender } })
  expect(made.status(), await made.text()).toBe(201)

  await visit(page, '/')
  await page.getByLabel('Account', { exact: true }).click()
  await expect(page.getByRole('link', { name: /^Admin Panel \d+\+? offen$/ })).toBeVisible()
  await page.getByRole('link', { name: /^Admin Panel/ }).click()

  await expect(page.getByRole('heading', { name: 'Übersicht', level: 1 })).toBeVisible()
  const open = page.getByRole('navigation', { name: 'Offen' })
  await expect(open.getByRole('link', { name: /^\d+\+? (Beitrag wartet|Beiträge warten)$/ })).toBeVisible()
  await expect(page.getByText('aktiv (geschätzt)')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Neue Mitglieder je Tag/ })).toBeVisible()
  await expect(page.getByText('Es werden keine Mails verschickt')).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Seite oder Name' })).toBeFocused()
  await page.keyboard.type('aktivität')
  await expect(page.getByRole('option').first()).toContainText('Aktivität')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Aktivität', level: 1 })).toBeVisible()
  await page.getByLabel('Wer').selectOption({ label: moderator.nickname ?? '' })
  await expect(page).toHaveURL(/\?wer=/)
  const row = page.getByRole('row').filter({ hasText: sender })
  await expect(row).toContainText('Sender angelegt')
  await expect(row).toContainText('Gerade eben')
  await page.getByLabel('Ziel').selectOption({ label: 'News' })
  await expect(page.getByText('Keine Aktionen gefunden.')).toBeVisible()

  await page.getByRole('link', { name: 'Transparenz' }).click()
  const part = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Meldungen', exact: true }) })
  await expect(part.getByText('eingegangen')).toBeVisible()
  const loading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Als CSV sichern' }).click()
  const file = fs.readFileSync(await (await loading).path(), 'utf8')
  expect(file).toContain('\ufeffBereich;Angabe;Wert\r\n')
  expect(file).toMatch(/Meldungen;eingegangen;\d+\r\n/)
  await page.getByLabel('Von').fill('2026-05-01')
  await page.getByLabel('Bis').fill('2020-01-01')
  await expect(page.getByText('Der letzte Tag liegt vor dem ersten. Tausch die beiden.')).toBeVisible()

  // The database recorded it as an event of the person who did it.
  const events = await page.request.get(
    `/rest/v1/analytics_events?user_id=eq.${moderator.id}&target_type=eq.broadcaster&select=metadata`,
    { headers: asServer() },
  )
  expect(await events.json()).toMatchObject([{ metadata: { admin_action: true, action: 'create_broadcaster' } }])
})
