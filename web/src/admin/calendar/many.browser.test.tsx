import { type AdminCalendarItem, adminCalendarPage } from '@hot/domain/contract/admin/calendar'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { StaffProvider } from '../kit/access.tsx'
import { ManyDates } from './many.tsx'

const item = (number: number): AdminCalendarItem => ({
  ...exampleOf(adminCalendarPage.shape.items.element, {}),
  id: `00000000-0000-4000-8000-00000000000${number}`,
  title: 'Sommerhaus',
  format_name: 'Sommerhaus',
  short_name: null,
  event_date: `2026-12-0${number}`,
  event_time: '20:15:00',
  episode_number: number,
  is_cancelled: false,
  change_note: null,
  updated_at: '2026-12-01T10:00:00Z',
})

test('marked dates show how they will stand, are changed together, and get back what they had', async () => {
  const sent: unknown[] = []
  const done = vi.fn()
  let refuse = true
  await show(
    <StaffProvider value={{ userId: item(1).id, isAdmin: false }}>
      <ManyDates items={[item(1), item(2), item(3)]} onDone={done} />
    </StaffProvider>,
    {
      admin_change_events: ({ p_events }) => {
        const message = 'Jemand hat inzwischen etwas davon geändert: Sommerhaus am 1.12.'
        if (refuse) return Response.json({ code: '23514', hint: 'changed_meanwhile', message }, { status: 400 })
        const drafts: { id: string }[] = JSON.parse(p_events ?? '')
        sent.push(drafts)
        return { collisions: 1, saved: drafts.map(({ id }) => ({ id, updated_at: '2026-12-01T11:00:00Z' })) }
      },
    },
  )
  await page.getByRole('checkbox', { name: /1\. Dez\..* auswählen/ }).click()
  await page.getByRole('checkbox', { name: /3\. Dez\..* auswählen/ }).click()
  await page.getByRole('button', { name: 'Ändern …' }).click()
  await page.getByRole('button', { name: 'Ändern', exact: true }).click()
  await expect.element(page.getByText('So ändert sich an keinem Termin etwas.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Um Tage verschieben' }).fill('-7')
  await page.getByRole('textbox', { name: 'Folgen zählen ab' }).fill('8')
  await expect.element(page.getByRole('cell', { name: 'Di, 24. Nov. · 20:15 · Folge 8' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Do, 26. Nov. · 20:15 · Folge 9' })).toBeVisible()
  await page.getByRole('button', { name: '2 Termine ändern' }).click()
  await expect.element(page.getByText(/inzwischen etwas davon geändert/)).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Um Tage verschieben' })).toHaveValue('-7')
  refuse = false
  await page.getByRole('button', { name: '2 Termine ändern' }).click()
  await expect.poll(() => done.mock.calls).toEqual([['2 Termine geändert, 1 Mal ist der Sender schon belegt']])
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.poll(() => done.mock.calls[1]).toEqual(['2 Termine zurückgesetzt'])
  expect(sent).toMatchObject([
    [
      { values: { event_date: '2026-11-24', episode_number: 8 } },
      { values: { event_date: '2026-11-26', episode_number: 9 } },
    ],
    [
      { seen: '2026-12-01T11:00:00Z', values: { event_date: '2026-12-01', episode_number: 1 } },
      { values: { event_date: '2026-12-03', episode_number: 3 } },
    ],
  ])
})
