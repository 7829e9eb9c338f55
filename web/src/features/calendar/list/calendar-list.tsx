import { addDays, type Day, daysBetween, todayInBerlin } from '@hot/domain/time/berlin-time'
import { mondayOf, shortWeekRange, weekName } from '@hot/domain/time/berlin-week'
import { dayMonth, longDay, shortWeekday, weekdayDay, weekdayName } from '@hot/domain/time/german-date'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useRef } from 'react'
import { eventRows } from '#web/entities/event/event-rows.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { isFiltered, type ViewProps, weeksQuery } from '../api.ts'
import { useArrowFocus, useMinuteNow } from '../calendar-hooks.ts'
import { CalendarLink, searchOn } from '../calendar-links.tsx'
import type { CalendarSearch } from '../search.ts'
import { type CalendarDay, daysOfWeek, isBusy } from '../week/calendar-weeks.ts'
import './day.css'

/** An infinite list of days from the chosen one on, loaded week by week. */
export function CalendarList({ search, day, now: server }: ViewProps) {
  const now = useMinuteNow(server)
  const list = useSuspenseInfiniteQuery(weeksQuery(day, search))
  const weeks = list.data.pages.map((page, index) => daysOfWeek(addDays(mondayOf(day), index * 7), page.items, now))
  const following = addDays(mondayOf(day), weeks.length * 7)
  return (
    <>
      <CalendarDaysNav search={search} day={day} week={weeks[0] ?? []} now={now} />
      {weeks.map((week) => (
        <Week key={week[0]?.day} days={week.filter((one) => one.day >= day)} sparse={isFiltered(search)} now={now} />
      ))}
      <ListFooter
        list={list}
        href={`/kalender?${new URLSearchParams(definedOf(searchOn({ ...search, ansicht: 'liste' }, following, now)))}`}
        nofollow
        more="Nächste Woche"
        end={`Bis ${longDay(addDays(following, -1))} ist nichts weiter geplant.`}
      />
    </>
  )
}

type WeekProps = {
  days: ReturnType<typeof daysOfWeek>
  /** Leaves out days without events. */
  sparse: boolean
  now: number
}

function Week({ days, sparse, now }: WeekProps) {
  const busy = days.filter(isBusy)
  const [first] = days
  if (!first) return null
  if (busy.length === 0 && (sparse || days.length === 7)) {
    return (
      <p className="mt-5 border-t-4 border-ink pt-3 text-ink-2">
        {`${weekName(first.day)}, ${shortWeekRange(first.day)}: ${sparse ? 'nichts dabei.' : 'Sendepause. Geh mal raus.'}`}
      </p>
    )
  }
  return (sparse ? busy : days).map((one) => <CalendarDaySection key={one.day} {...one} now={now} />)
}

const definedOf = (search: CalendarSearch): [string, string][] =>
  Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)

/** One day with its broadcasts and a sticky header. */
export function CalendarDaySection({ day, events, overnight, now }: CalendarDay & { now: number }) {
  const today = todayInBerlin(now)
  const { title, date } = dayHeading(day, today)
  return (
    <section aria-labelledby={`tag-${day}`}>
      <DayHeader title={title} date={date} today={day === today} id={`tag-${day}`} />
      {eventRows(overnight, { now, showDay: true })}
      {eventRows(events, { now })}
      {events.length + overnight.length === 0 && <p className="meta pb-3">Sendepause. Geh mal raus.</p>}
    </section>
  )
}

type DayHeaderProps = {
  /** `Heute`, `Morgen`, `Montag` */
  title: ReactNode
  /** `Samstag, 21. November` */
  date: ReactNode
  today?: boolean
  /** Target of links to this day. */
  id?: string
}

/** A heading that sticks below the page header; today's line above it is highlighted. */
function DayHeader({ title, date, today, id }: DayHeaderProps) {
  return (
    <div className={classNames('day-head', today && 'day-head-today')} id={id}>
      <h2>{title}</h2>
      <span className="meta">{date}</span>
    </div>
  )
}

type CalendarDaysNavProps = { search: CalendarSearch; day: Day; week: CalendarDay[]; now: number }

/** The week above the list: a link for each day, between the weeks before and after. */
function CalendarDaysNav({ search, day, week, now }: CalendarDaysNavProps) {
  const place = useRef<HTMLDivElement>(null)
  useArrowFocus(place)
  const monday = mondayOf(day)
  return (
    <div ref={place} className="days-nav">
      <CalendarLink
        search={searchOn(search, addDays(monday, -7), now)}
        className="icon-btn"
        aria-label="Woche zurück"
        rel="prev"
      >
        <Icon of={ChevronLeft} />
      </CalendarLink>
      <DayStrip>
        {week.map((one) => (
          <CalendarLink key={one.day} search={searchOn(search, one.day, now)} current={one.day === day && 'date'}>
            <DayLabel weekday={shortWeekday(one.day)} day={Number(one.day.slice(8))} busy={isBusy(one)} />
          </CalendarLink>
        ))}
      </DayStrip>
      <CalendarLink
        search={searchOn(search, addDays(monday, 7), now)}
        className="icon-btn"
        aria-label="Woche vor"
        rel="next"
      >
        <Icon of={ChevronRight} />
      </CalendarLink>
    </div>
  )
}

/** Seven days as links; each link contains a `DayLabel`, the chosen one has `aria-current`. */
function DayStrip({ children }: { children: ReactNode }) {
  return (
    <nav className="day-strip" aria-label="Tage">
      {children}
    </nav>
  )
}

type DayLabelProps = {
  /** `Mo` */
  weekday: string
  day: number
  /** Has broadcasts. */
  busy: boolean
}

function DayLabel({ weekday, day, busy }: DayLabelProps) {
  return (
    <>
      {weekday}
      <b>{day}</b>
      <i className={busy ? 'busy' : undefined} />
      {!busy && <VisuallyHidden>, Sendepause</VisuallyHidden>}
    </>
  )
}

const relativeNames = new Map([
  [-1, 'Gestern'],
  [0, 'Heute'],
  [1, 'Morgen'],
])

/**
 * Texts of a day header: `Heute` and `Samstag, 21. November`, or `Montag` and `23. November`. Includes the year if it
 * is not the current one.
 */
export function dayHeading(day: Day, today: Day): { title: string; date: string } {
  const year = day.slice(0, 4) === today.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`
  const title = relativeNames.get(daysBetween(today, day))
  return title ? { title, date: weekdayDay(day) + year } : { title: weekdayName(day), date: dayMonth(day) + year }
}
