import { type Batch, batchesOf, batchNumbers } from '@hot/domain/calendar/batch'
import { untoldKind } from '@hot/domain/calendar/event-kind'
import { eventFormatName, eventOwnTitle, seasonAndEpisode } from '@hot/domain/calendar/event-name'
import { type EventState, eventState } from '@hot/domain/calendar/on-air'
import type { CalendarEvent } from '@hot/domain/contract/event'
import { addDays, type Day, todayInBerlin } from '@hot/domain/time/berlin-time'
import { mondayOf, shortWeekRange, weekName } from '@hot/domain/time/berlin-week'
import { clock, shortWeekday, weekdayName } from '@hot/domain/time/german-date'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { WeekEvent, WeekGrid } from '#web/entities/event/week-grid.tsx'
import { tileName } from '#web/entities/format/format-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import type { ViewProps } from '../api.ts'
import { isFiltered, weeksQuery } from '../api.ts'
import { useMinuteNow } from '../calendar-hooks.ts'
import { CalendarLink, PeriodNav, searchOn } from '../calendar-links.tsx'
import { type CalendarDay, daysOfWeek } from './calendar-weeks.ts'

/** The week of `day`: seven columns, on phones seven rows. */
export function CalendarWeek({ search, day, now: server }: ViewProps) {
  const now = useMinuteNow(server)
  const { data } = useSuspenseInfiniteQuery(weeksQuery(day, search))
  const items = data.pages[0]?.items ?? []
  const today = todayInBerlin(now)
  const monday = mondayOf(day)
  const before = addDays(monday, -7)
  const after = addDays(monday, 7)
  return (
    <>
      <PeriodNav
        search={search}
        now={now}
        previous={{ day: before, label: weekName(before) }}
        next={{ day: after, label: weekName(after) }}
        shown={`${weekName(day)} · ${shortWeekRange(day)}`}
      />
      {items.length === 0 && isFiltered(search) && (
        <p className="callout mb-3">Mit diesem Filter steht in dieser Woche nichts im Kalender.</p>
      )}
      {today > monday && today < after && <PastDaysSwitch monday={monday} today={today} />}
      <WeekGrid
        days={daysOfWeek(monday, items, now).map((one) => ({
          key: one.day,
          day: Number(one.day.slice(8)),
          name: one.day === today ? 'Heute' : weekdayName(one.day),
          today: one.day === today,
          past: one.day < today && today < after,
          events: batchesOf([...lastWeeks(one, monday), ...one.events]).map((batch) => (
            <WeekEntry key={batch[0].id} batch={batch} now={now} today={one.day} />
          )),
        }))}
      />
      <CalendarLink
        search={searchOn(search, after, now)}
        className={classNames(buttonClass({ wide: true }), 'lg:hidden')}
        resetScroll
      >
        {`Weiter mit ${weekName(after)}`}
      </CalendarLink>
    </>
  )
}

/**
 * On phones the week begins with today, and one press shows the days before it: a checkbox that the style sheet reads, so
 * that it works at once and without JavaScript.
 */
function PastDaysSwitch({ monday, today }: { monday: Day; today: Day }) {
  const last = addDays(today, -1)
  const days = last === monday ? shortWeekday(monday) : `${shortWeekday(monday)}–${shortWeekday(last)}`
  return (
    <label className="chip chip-radio week-past-switch">
      <input type="checkbox" />
      {`${days} zeigen`}
    </label>
  )
}

/** What still runs since Sunday. Anything else that runs since yesterday is in the column before. */
const lastWeeks = ({ day, overnight }: CalendarDay, monday: Day): CalendarEvent[] => (day === monday ? overnight : [])

function WeekEntry({ batch, now, today }: { batch: Batch<CalendarEvent>; now: number; today: Day }) {
  const [event] = batch
  const name = eventFormatName(event) ?? event.title
  const state = eventState(event, now)
  return (
    <WeekEvent
      time={event.event_date < today ? `seit ${clock(event.event_time)}` : clock(event.event_time)}
      color={event.format?.color}
      title={
        event.format ? (
          <Link to="/formate/$formatSlug" params={{ formatSlug: event.format.slug }}>
            <FormatName name={event.format.name} short={tileName(event.format.name, event.format.short_name)} />
          </Link>
        ) : (
          name
        )
      }
      meta={weekMeta(batch)}
      badge={<WeekBadge live={event.is_live} state={state} />}
      state={state}
    />
  )
}

/** The whole name on phones, where a row has the room; what fits into a seventh of a wide screen there. */
function FormatName({ name, short }: { name: string; short: string }) {
  if (name === short) return <span>{name}</span>
  return (
    <>
      <span className="lg:hidden">{name}</span>
      <span className="max-lg:hidden">{short}</span>
    </>
  )
}

function WeekBadge({ live, state }: { live: boolean; state: EventState }) {
  if (state === 'cancelled') return <Badge kind="outline">Fällt aus</Badge>
  if (state === 'now') return <Badge kind="live">Läuft</Badge>
  return live && state === 'later' ? <Badge kind="live">Live</Badge> : null
}

/** `Wiederholung · RTL · 150 Min. · Folge 8` */
function weekMeta(batch: Batch<CalendarEvent>): string {
  const [event] = batch
  const what =
    batch.length > 1
      ? batchNumbers(batch)
      : (eventOwnTitle(event) ?? seasonAndEpisode({ season_number: null, episode_number: event.episode_number }))
  const length = event.duration_minutes ? `${event.duration_minutes} Min.` : null
  return [
    untoldKind(event),
    event.channel ?? event.streaming_platform,
    length && unbroken(length),
    what && unbroken(what),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** No-break spaces between number and word, for the narrow columns: `150 Min.`, `Folge 3`. */
const unbroken = (text: string): string => text.replace(/(\d+) (Min\.)|(Folge) (\d+)/g, '$1$3\u00a0$2$4')
