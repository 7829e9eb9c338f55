import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld, world } from '../support/world.ts'

const harness = useHarness(createWorld)

type Broadcast = { number: number | null; day: number; kind?: string; cancelled?: boolean }

/** Broadcasts of the season; `day` counts from today in Berlin. */
const broadcasts = (t: Harness, all: Broadcast[]) =>
  t.owner(
    `insert into public.calendar_events (title, season_id, episode_number, event_date, event_time, event_type, is_cancelled)
     select 'Folge', '${world.season}', b.number, private.berlin_now()::date + b.day, '20:15', coalesce(b.kind, 'episode'), coalesce(b.cancelled, false)
     from jsonb_to_recordset($1) as b (number integer, day integer, kind text, cancelled boolean)`,
    [JSON.stringify(all)],
  )

/** Number, and in how many days from today it can first be seen and first ran for the last time. */
const episodes = async (t: Harness) =>
  (
    await t.owner(
      `select number, (first_available_at at time zone 'Europe/Berlin')::date - private.berlin_now()::date as first,
         (last_first_run_at at time zone 'Europe/Berlin')::date - private.berlin_now()::date as last
       from private.episodes where season_id = '${world.season}' order by number`,
    )
  ).rows.map(({ number, first, last }) => [number, first, last])

test(
  'an episode is all broadcasts of its number: available with the first, and no repeat or cancelled one moves it',
  harness(async (t) => {
    await broadcasts(t, [
      { number: 1, day: -9 },
      { number: 1, day: -2 },
      { number: 1, day: 5, kind: 'rerun' },
      { number: 2, day: -2, cancelled: true },
      { number: 3, day: -1, kind: 'rerun' },
      { number: 4, day: 4, kind: 'finale' },
      { number: null, day: 6, kind: 'special' },
    ])
    expect(await episodes(t)).toEqual([
      [1, -9, -2],
      [2, null, null],
      [3, -1, -1],
      [4, 4, 4],
    ])
  }),
)

test(
  'episodes follow what happens in the calendar: moved, renumbered, cancelled, given to another season, deleted',
  harness(async (t) => {
    await broadcasts(t, [
      { number: 1, day: -9 },
      { number: 2, day: -2 },
    ])
    const change = (number: number, what: string) =>
      t.owner(
        `update public.calendar_events set ${what} where season_id = '${world.season}' and episode_number = ${number}`,
      )
    await change(1, 'event_date = event_date + 3')
    await change(2, 'episode_number = 7')
    expect(await episodes(t)).toEqual([
      [1, -6, -6],
      [7, -2, -2],
    ])
    await change(7, 'is_cancelled = true')
    expect(await episodes(t)).toEqual([
      [1, -6, -6],
      [7, null, null],
    ])
    await change(7, 'season_id = null')
    expect(await episodes(t)).toEqual([[1, -6, -6]])
    await t.owner(`delete from public.calendar_events where season_id = '${world.season}'`)
    expect(await episodes(t)).toEqual([])
  }),
)
