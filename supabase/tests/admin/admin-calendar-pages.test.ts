import {
  adminCalendarChoices,
  adminCalendarEvent,
  adminCalendarPage,
  copiedWeek,
  type EventValues,
  eventCollisions,
} from '@hot/domain/contract/admin/calendar'
import { addDays, berlinInstant } from '@hot/domain/time/berlin-time'
import { seriesDays, seriesFrequencies } from '@hot/domain/time/series'
import { expect, test } from 'vitest'
import { useHarness } from '../support/harness.ts'
import { createWorld, world } from '../support/world.ts'
import { call, draft, idOn, save, shown, start, weekly } from './calendar-drafts.ts'

const play = useHarness(createWorld)

const other = (values: Partial<EventValues>) => draft({ values: { title: 'Anderes', event_date: start, ...values } })
test(
  'two events on one channel at one time collide, also past midnight; streaming and moved events do not',
  play(async (t) => {
    await save(t, weekly)
    const found = async (given: string) => {
      const answer = eventCollisions.parse(await call(t, 'moderator', 'admin_calendar_collisions', given))
      return [
        answer.count,
        ...answer.items.map(
          (one) => `${one.event_date.slice(5)} ${one.event_time.slice(0, 5)}-${one.ends.slice(0, 5)}`,
        ),
      ]
    }
    const rtl = world.broadcaster
    expect(await found(other({ broadcaster_id: rtl, event_time: '21:00:00' }))).toEqual([1, '03-02 20:15-22:15'])
    expect(await found(other({ channel: 'rtl', event_time: '20:00:00' }))).toEqual([1, '03-02 20:15-22:15'])
    expect(await found(other({ broadcaster_id: rtl, event_time: '22:15:00' }))).toEqual([0])
    expect(await found(other({ broadcaster_id: rtl, event_time: '19:15:00' }))).toEqual([0])
    expect(
      await found(
        other({ broadcaster_id: rtl, event_date: '2027-03-01', event_time: '23:00:00', duration_minutes: 1300 }),
      ),
    ).toEqual([1, '03-02 20:15-22:15'])
    expect(await found(other({ streaming_provider_id: world.provider, event_time: '20:15:00' }))).toEqual([0])
    const daily = JSON.parse(other({ broadcaster_id: rtl, event_time: '20:15:00' }))
    expect((await found(JSON.stringify({ ...daily, series: { frequency: 'daily', until: '2027-03-31' } })))[0]).toBe(5)
    // The series itself moves, so its old times are free.
    const id = await idOn(t, '2027-03-09')
    expect(await found(draft({ id, scope: 'all', values: { event_time: '21:00:00' } }))).toEqual([0])
    await save(t, other({ broadcaster_id: rtl, event_date: '2027-03-16', event_time: '22:30:00' }))
    expect(await found(draft({ id, scope: 'all', values: { event_time: '21:00:00' } }))).toEqual([
      1,
      '03-16 22:30-23:30',
    ])
    expect(await found(draft({ id, scope: 'this', values: { event_time: '21:00:00' } }))).toEqual([0])
    await t.owner(`update public.broadcasters set type = 'mediathek' where id = $1`, [rtl])
    expect(await found(other({ broadcaster_id: rtl, event_time: '21:00:00' }))).toEqual([0])
  }),
)

test(
  'a week is copied once, without numbers, optionally for one channel',
  play(async (t) => {
    await save(t, weekly)
    await save(
      t,
      other({ channel: 'Bürgerfunk', description: 'Nur heute', event_date: '2027-03-07', event_time: '00:30:00' }),
    )
    const copy = async (...args: (string | null)[]) =>
      copiedWeek.parse(await call(t, 'moderator', 'admin_copy_week', ...args))
    expect(await copy('2027-03-04', '2027-06-10')).toEqual({ copied: 2, skipped: 0, collisions: 0 })
    expect((await shown(t)).slice(-2)).toEqual(['06-08 20:15 - -', '06-13 00:30 - -'])
    expect(await copy('2027-03-04', '2027-06-10')).toEqual({ copied: 0, skipped: 2, collisions: 0 })
    expect(await copy('2027-03-04', '2027-06-15', world.broadcaster)).toEqual({ copied: 1, skipped: 0, collisions: 0 })
    expect(await copy('2027-03-04', '2027-03-09')).toEqual({ copied: 1, skipped: 1, collisions: 0 })
    const same = await t.attempt('moderator', `select public.admin_copy_week('2027-03-04', '2027-03-01')`)
    expect(same.error?.hint).toBe('same_week')
  }),
)

test(
  'the pages answer in their shapes and mark collisions',
  play(async (t) => {
    const { id } = await save(t, weekly)
    await save(t, other({ broadcaster_id: world.broadcaster, event_time: '22:00:00' }))
    const page = adminCalendarPage.parse(
      await call(t, 'moderator', 'admin_calendar_page', start, '2027-03-09', null, null),
    )
    expect(page.items.map((item) => [item.title, item.collides, item.in_series])).toEqual([
      ['Sommerhaus', true, true],
      ['Anderes', true, false],
      ['Sommerhaus', false, true],
    ])
    const ofFormat = adminCalendarPage.parse(
      await call(t, 'admin', 'admin_calendar_page', start, start, null, world.format),
    )
    expect(ofFormat.items.map((item) => item.collides)).toEqual([true])
    const event = adminCalendarEvent.parse(
      await call(t, 'moderator', 'admin_calendar_event', await idOn(t, '2027-03-23')),
    )
    expect(event.series).toEqual({ frequency: 'weekly', until: '2027-03-30', episodes: 5, following: 2 })
    expect(adminCalendarEvent.parse(await call(t, 'moderator', 'admin_calendar_event', id)).episode_number).toBe(1)
    expect(await call(t, 'moderator', 'admin_calendar_event', 'kaputt')).toBeNull()
    const choices = adminCalendarChoices.parse(await call(t, 'moderator', 'admin_calendar_choices'))
    expect(choices.formats.find((format) => format.id === world.format)?.seasons).toHaveLength(1)
  }),
)

test(
  'days of series and instants equal those of domain/',
  play(async (t) => {
    for (const frequency of seriesFrequencies)
      for (const first of ['2027-01-31', '2028-02-29', '2026-10-24', '2026-12-30']) {
        const until = frequency === 'daily' ? addDays(first, 40) : '2028-12-31'
        const days = await t.value('select private.series_days($1, $2, $3)::text[]', [first, until, frequency])
        expect(days, `${frequency} ${first}`).toEqual(seriesDays({ start: first, until, frequency }))
      }
    for (const day of ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-11-21'])
      for (const time of ['00:00', '01:59', '02:00', '02:30', '02:59', '03:00', '03:30', '23:59']) {
        const instant = await t.value('select private.berlin_instant($1, $2)::text', [day, time])
        expect(new Date(String(instant)), `${day} ${time}`).toEqual(berlinInstant(day, time))
      }
  }),
)
