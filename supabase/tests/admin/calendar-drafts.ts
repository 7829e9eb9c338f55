import { type EventDraft, type EventValues, savedEvent } from '@hot/domain/contract/admin/calendar'
import type { Harness } from '../support/harness.ts'
import type { Person } from '../support/people.ts'
import { world } from '../support/world.ts'

export const start = '2027-03-02'
export const values: Partial<EventValues> = {
  title: 'Sommerhaus',
  format_id: world.format,
  broadcaster_id: world.broadcaster,
}
/** Draft as the form sends it. */
export const draft = (given: Partial<EventDraft>): string =>
  JSON.stringify({ id: null, seen: null, scope: 'this', values: {}, series: null, ...given } satisfies EventDraft)
/** Five episodes of two hours, each Tuesday. */
export const weekly = draft({
  values: { ...values, season_id: world.season, event_date: start, episode_number: 1, duration_minutes: 120 },
  series: { frequency: 'weekly', until: '2027-03-30' },
})

/** The answer of an RPC of public. */
export const call = async (t: Harness, person: Person, rpc: string, ...args: (string | null)[]) => {
  const names = args.map((_, at) => `$${at + 1}`).join(', ')
  return (await t.as(person, `select public.${rpc}(${names}) as answer`, args)).rows[0]?.answer
}
export const save = async (t: Harness, given: string, person: Person = 'moderator') =>
  savedEvent.parse(await call(t, person, 'admin_save_event', given))
/** `day time number parent`, parents as letters in the order they appear. */
export const shown = async (t: Harness) => {
  const { rows } = await t.owner(
    `select id, event_date::text as day, left(event_time::text, 5) as time, episode_number as number, series_parent_id as parent
     from public.calendar_events where is_occurrence and event_date > '2027-01-01' order by event_date, event_time, id`,
  )
  const parents = [...new Set(rows.map((row) => row.parent).filter(Boolean))]
  return rows.map((row) =>
    [String(row.day).slice(5), row.time, row.number ?? '-', row.parent ? 'AB'[parents.indexOf(row.parent)] : '-'].join(
      ' ',
    ),
  )
}
export const idOn = (t: Harness, day: string) =>
  t.value('select id from public.calendar_events where is_occurrence and event_date = $1', [day]).then(String)
