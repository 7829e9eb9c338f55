import { expect, test } from 'vitest'
import { exampleOf } from '../../../tests/support/example-of.ts'
import { type AdminCalendarItem, adminCalendarPage } from '../contract/admin/calendar.ts'
import { changesBack, changesForm, changesOf, noChanges, slotText } from './event-changes.ts'

const seen = '2026-12-01T10:00:00Z'
const item = (
  number: number | null,
  event_date: string,
  given: Partial<AdminCalendarItem> = {},
): AdminCalendarItem => ({
  ...exampleOf(adminCalendarPage.shape.items.element, {}),
  id: `00000000-0000-4000-8000-00000000000${number ?? 9}`,
  event_date,
  event_time: '20:15:00',
  episode_number: number,
  is_cancelled: false,
  change_note: null,
  updated_at: seen,
  ...given,
})
const week = [item(4, '2026-12-07'), item(5, '2026-12-08'), item(6, '2026-12-09', { is_cancelled: true })]
const values = (fields: Partial<typeof noChanges>) =>
  changesOf(week, { ...noChanges, ...fields }).map((one) => one.values)

test('dates move by days, onto one day and to a time, numbers count on, and what stays is not sent', () => {
  expect(values({ shift: '-7' })).toEqual([
    { event_date: '2026-11-30' },
    { event_date: '2026-12-01' },
    { event_date: '2026-12-02' },
  ])
  expect(values({ day: '2026-12-08', time: '21.00' })).toEqual([
    { event_date: '2026-12-08', event_time: '21:00:00' },
    { event_time: '21:00:00' },
    { event_date: '2026-12-08', event_time: '21:00:00' },
  ])
  expect(values({ number: '5' })).toEqual([{ episode_number: 5 }, { episode_number: 6 }, { episode_number: 7 }])
  expect(values({ takesPlace: 'no', note: ' Fußball ' })).toEqual([
    { is_cancelled: true, change_note: 'Fußball' },
    { is_cancelled: true, change_note: 'Fußball' },
    { change_note: 'Fußball' },
  ])
  expect(values({})).toEqual([])
})

test('taking back restores what each had, of the version that was saved', () => {
  const made = changesOf(week, { ...noChanges, shift: '1', takesPlace: 'no' })
  const saved = made.map(({ id }) => ({ id: String(id), updated_at: '2026-12-01T11:00:00Z' }))
  expect(changesBack(week, made, { collisions: 0, saved })).toEqual([
    expect.objectContaining({
      seen: '2026-12-01T11:00:00Z',
      values: { event_date: '2026-12-07', is_cancelled: false },
    }),
    expect.objectContaining({ values: { event_date: '2026-12-08', is_cancelled: false } }),
    expect.objectContaining({ values: { event_date: '2026-12-09' } }),
  ])
})

test.each([
  [{ shift: '7', day: '2026-12-08' }, 'shift'],
  [{ shift: '1,5' }, 'shift'],
  [{ shift: '400' }, 'shift'],
  [{ time: '25:00' }, 'time'],
  [{ number: '9998' }, 'number'],
  [{ day: 'morgen' }, 'day'],
])('%j is refused at its field', (fields, path) => {
  const issues = changesForm(3).safeParse({ ...noChanges, ...fields }).error?.issues ?? []
  expect(issues.map((issue) => issue.path[0])).toEqual([path])
  expect(changesForm(3).safeParse({ ...noChanges, number: '9997' }).success).toBe(true)
})

test('a slot in words', () => {
  expect(slotText(item(3, '2026-12-04', { is_cancelled: true }))).toBe('Fr, 4. Dez. · 20:15 · Folge 3 · fällt aus')
})
