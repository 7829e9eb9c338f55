import { calendarEvent } from '@hot/domain/contract/event'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { eventRows } from './event-rows.tsx'

const episode = (number: number, event_time = '09:00:00', event_type = 'episode') =>
  exampleOf(calendarEvent, {
    id: `00000000-0000-4000-8000-00000000000${number}`,
    title: 'Too Hot',
    format_name: 'Too Hot',
    format: null,
    season_number: 2,
    season_slug: null,
    episode_number: number,
    event_date: '2026-12-04',
    event_time,
    event_type,
    duration_minutes: 45,
    channel: null,
    streaming_platform: 'Netflix',
    streaming_url: null,
    is_cancelled: false,
    is_live: false,
    change_note: null,
  })

test('episodes that begin together are one row, which opens to each with its file', async () => {
  const now = Date.parse('2026-12-01T10:00:00Z')
  await show(
    <main>
      {eventRows([episode(1), episode(2), episode(3, '09:00:00', 'finale'), episode(4, '21:00:00')], { now })}
    </main>,
  )
  await expect.poll(() => page.getByRole('article').elements().length).toBe(2)
  const batch = page.getByRole('article').first()
  await expect.element(batch.getByText('Staffel 2, Folgen 1–3')).toBeVisible()
  await expect.element(batch.getByText('3 × 45 Min.')).toBeVisible()
  await expect.element(batch.getByText('Folge 3 (Finale)')).not.toBeVisible()
  await batch.getByText('Alle 3 zeigen').click()
  await expect.element(batch.getByText('Folge 3 (Finale)')).toBeVisible()
  expect(
    batch
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual([1, 2, 3].map((number) => `/kalender/00000000-0000-4000-8000-00000000000${number}.ics`))
})
