import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { asGuest, registerStaff } from '../../support/site/members.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'

const eventOf = (session: string, path: string, event_type: string, metadata: object = {}) => ({
  id: randomUUID(),
  event_type,
  user_id: null,
  session_id: session,
  page_path: path,
  metadata,
})

test('what a visit sent is what admins read: charts, tables, and the file', async ({ page }) => {
  const path = `/stars/gezaehlt-${randomUUID().slice(0, 8)}`
  const session = `session-${randomUUID()}`
  // Often enough to be among the most viewed, whatever the other journeys open.
  const batch = [
    ...Array.from({ length: 60 }, () => eventOf(session, path, 'page_view')),
    eventOf(session, path, 'performance_metric', { name: 'LCP', value: 1234, rating: 'good' }),
  ]
  for (const _ of ['sent', 'sent again']) {
    const sent = await page.request.post('/rest/v1/analytics_events', { headers: asGuest(), data: batch })
    expect(sent.status(), await sent.text()).toBe(201)
  }

  await signIn(page, await registerStaff(page.request, 'admin'))
  await visit(page, '/admin/analytics')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: path }) })
  await expect(row.getByRole('cell')).toHaveText('60')
  await expect(page.getByRole('img', { name: /^Seitenaufrufe je Tag, am meisten / })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Größtes Element sichtbar (LCP)' })).toBeVisible()
  await page.getByText('Tag für Tag als Tabelle').click()
  await expect(page.getByRole('table', { name: /^Alle Zahlen je Tag/ }).getByRole('row')).toHaveCount(31)

  await page.getByRole('button', { name: '7 Tage' }).click()
  await expect(page).toHaveURL(/\?tage=7$/)
  await expect(page.getByRole('table', { name: /^Alle Zahlen je Tag/ }).getByRole('row')).toHaveCount(8)
  const loading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Als CSV sichern' }).click()
  expect(fs.readFileSync(await (await loading).path(), 'utf8')).toContain(`Seiten;${path};60;;\r\n`)
})
