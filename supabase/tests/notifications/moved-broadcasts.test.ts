import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
type Name = keyof typeof people

const follow = (t: Harness, who: Name, type: string, id: string, channel = 'usual') =>
  t.as(who, 'select public.set_follow($1, $2, $3) as answer', [type, id, channel])
/** `type channel: message` of everything a person was told. */
async function told(t: Harness, who: Name): Promise<string[]> {
  await t.settled()
  const { rows } = await t.owner(
    'select type, channel, message from public.notifications where user_id = $1 order by created_at, type, message',
    [people[who]],
  )
  return rows.map(({ type, channel, message }) => `${type} ${channel}: ${message}`)
}
/** A coming broadcast of the format, which its follower `member` knows. */
async function planned(t: Harness, day = '2027-03-02', time = '20:15') {
  await t.owner('delete from public.calendar_events where id <> $1', [w.event])
  await t.owner(
    `update public.calendar_events set format_id = '${w.format}', event_date = $1, event_time = $2, duration_minutes = 90, event_type = 'episode'
      where id = '${w.event}'`,
    [day, time],
  )
  await follow(t, 'member', 'format', w.format)
  await t.owner('delete from private.announcements')
}
const change = (t: Harness, part: string) =>
  t.as('moderator', `update public.calendar_events set ${part} where id = '${w.event}'`)

test(
  'what is said of a change has at most 200 characters',
  harness(async (t) => {
    await planned(t)
    const write = (note: string) =>
      t.attempt('moderator', `update public.calendar_events set change_note = $1 where id = '${w.event}'`, [note])
    expect((await write('x'.repeat(200))).error).toBeUndefined()
    expect((await write('x'.repeat(201))).error?.constraint).toBe('calendar_events_change_note_check')
  }),
)

test(
  'followers of a format are told that a broadcast was moved, and why, in one notice however often it moves',
  harness(async (t) => {
    await planned(t)
    await follow(t, 'admin', 'format', w.format, 'off')
    await change(t, `event_time = '20:55', change_note = 'Vorher läuft Fußball'`)
    const first =
      'broadcast_moved app: Sommerhaus der Stars läuft am 2.3. um 20:55 statt um 20:15. Vorher läuft Fußball.'
    expect(await told(t, 'member')).toEqual([first])
    expect(await told(t, 'admin')).toEqual([])
    await change(t, `event_date = '2027-03-03', event_time = '21:00', change_note = null`)
    const second = 'broadcast_moved app: Sommerhaus der Stars läuft am 3.3. um 21:00 statt am 2.3. um 20:15.'
    expect(await told(t, 'member')).toEqual([second])
    await t.owner('update public.notifications set read = true')
    await change(t, `event_date = '2027-03-02', event_time = '20:15'`)
    expect(await told(t, 'member')).toEqual([
      second,
      'broadcast_moved app: Sommerhaus der Stars läuft doch wie geplant am 2.3. um 20:15.',
    ])
    await change(t, `title = 'Nur anders betitelt'`)
    expect(await told(t, 'member')).toHaveLength(2)
  }),
)

test(
  'a whole series that moves rings once; what moved back before anybody heard, repeats and what is over ring nobody',
  harness(async (t) => {
    await planned(t)
    await t.owner(`insert into public.calendar_events (title, format_id, event_date) values
      ('Später', '${w.format}', '2027-03-09'), ('Noch später', '${w.format}', '2027-03-16'), ('Vorbei', '${w.format}', '2020-01-01')`)
    await t.as('moderator', `update public.calendar_events set event_time = '21:15' where format_id = '${w.format}'`)
    await t.as('moderator', `update public.calendar_events set event_time = '20:15' where format_id = '${w.format}'`)
    expect(await told(t, 'member')).toEqual([])
    await t.as('moderator', `update public.calendar_events set event_time = '21:15' where format_id = '${w.format}'`)
    expect(await told(t, 'member')).toEqual([
      'broadcast_moved app: Sommerhaus der Stars läuft am 2.3. um 21:15 statt um 20:15; 2 weitere Termine ändern sich auch.',
    ])
    await t.owner('delete from public.notifications')
    await planned(t)
    await change(t, `event_type = 'rerun'`)
    await change(t, `event_time = '23:15'`)
    await planned(t, '2026-01-02')
    await change(t, `event_date = '2026-01-03'`)
    expect(await told(t, 'member')).toEqual([])
  }),
)

test(
  'what takes longer is told on its day, not while it is planned',
  harness(async (t) => {
    await planned(t)
    await change(t, 'duration_minutes = 120')
    expect(await told(t, 'member')).toEqual([])
    await t.owner(`update public.calendar_events set event_date = private.berlin_now()::date, event_time = private.berlin_now()::time
      where id = '${w.event}'`)
    await t.owner('delete from private.announcements')
    await change(t, `duration_minutes = 150, change_note = 'Verlängerung!'`)
    expect((await told(t, 'member')).join()).toMatch(
      /^broadcast_moved app: Sommerhaus der Stars dauert am \d+\.\d+\. länger, bis \d\d:\d\d\. Verlängerung!$/,
    )
  }),
)

test(
  'the reason of a cancellation is told, and a phone that rings in the morning rings for it as well',
  harness(async (t) => {
    await planned(t)
    await t.as('member', `select public.set_notification_setting('format_today', true, 'push')`)
    await change(t, `is_cancelled = true, change_note = 'RTL zeigt stattdessen Fußball.'`)
    expect(await told(t, 'member')).toEqual([
      'broadcast_cancelled push: Sommerhaus der Stars fällt am 2.3. um 20:15 aus. RTL zeigt stattdessen Fußball.',
    ])
    await t.as('member', `select public.set_notification_setting('broadcast_cancelled', true, 'app')`)
    await t.owner('delete from public.notifications')
    await t.owner('delete from private.announcements')
    await t.owner(`update public.calendar_events set is_cancelled = false where id = '${w.event}'`)
    await change(t, 'is_cancelled = true')
    expect((await told(t, 'member')).join()).toMatch(/^broadcast_cancelled app/)
  }),
)

test(
  'the message of the morning says what is still so, and one of another day is told anew',
  harness(async (t) => {
    await planned(t)
    // Two moments of this television day that are still to come.
    const at = (minutes: number) =>
      `event_date = (private.berlin_now() + interval '${minutes} minutes')::date, event_time = (private.berlin_now() + interval '${minutes} minutes')::time`
    await t.owner(`update public.calendar_events set ${at(1)} where id = '${w.event}'`)
    await t.owner('delete from private.announcements')
    await t.owner('select private.announce_broadcasts()')
    const morning = async () => (await told(t, 'member')).filter((line) => line.startsWith('format_today'))
    const [first = ''] = await morning()
    expect(first).toContain('läuft heute')
    await change(t, at(2))
    const [second = '', ...more] = await morning()
    expect(more).toEqual([])
    expect(second).not.toBe(first)
    await change(t, `event_date = event_date + 3`)
    await t.settled()
    const withdrawn = await t.owner(`select read, actors_count from public.notifications where type = 'format_today'`)
    expect(withdrawn.rows).toEqual([{ read: true, actors_count: 0 }])
    // Three days later it is that day's.
    await t.owner(`update public.calendar_events set ${at(1)} where id = '${w.event}'`)
    await t.owner(`update private.announcements set created_at = created_at - interval '3 days'`)
    await t.owner('select private.announce_broadcasts()')
    await t.settled()
    expect(
      await t.value(`select count(*)::int from public.notifications where type = 'format_today' and not read`),
    ).toBe(1)
  }),
)
