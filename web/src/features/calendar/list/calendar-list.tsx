import { addDays } from '@hot/domain/time/berlin-time'
import { mondayOf, shortWeekRange, weekName } from '@hot/domain/time/berlin-week'
import { longDay } from '@hot/domain/time/german-date'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { ListFoot } from '#web/ui/data/list-footer.tsx'
import { CalendarLink, searchOn } from '../calendar-links.tsx'
import { weeksQuery } from '../calendar-queries.ts'
import { type CalendarSearch, isFiltered } from '../calendar-search.ts'
import type { ViewProps } from '../calendar-view-props.ts'
import { useMinuteNow } from '../use-minute-now.ts'
import { daysOfWeek } from '../week/calendar-weeks.ts'
import { CalendarDaySection } from './calendar-day.tsx'
import { CalendarDaysNav } from './calendar-days-nav.tsx'

/** Day after day from the chosen one on, week by week without end. */
export function CalendarList({ search, day, now: server }: ViewProps) {
  const now = useMinuteNow(server)
  const list = useSuspenseInfiniteQuery(weeksQuery(day, search))
  const weeks = list.data.pages.map((page, index) => daysOfWeek(addDays(mondayOf(day), index * 7), page.items, now))
  const following = addDays(mondayOf(day), weeks.length * 7)
  return (
    <>
      <CalendarDaysNav search={search} day={day} week={weeks[0] ?? []} now={now} />
      <p className="mt-3 text-small">
        <EarlierLink search={search} day={day} now={now} />
      </p>
      {weeks.map((week) => (
        <Week key={week[0]?.day} days={week.filter((one) => one.day >= day)} sparse={isFiltered(search)} now={now} />
      ))}
      <ListFoot
        list={list}
        href={`/kalender?${new URLSearchParams(definedOf(searchOn({ ...search, ansicht: 'liste' }, following, now)))}`}
        more="Nächste Woche"
        end={`Bis ${longDay(addDays(following, -1))} ist nichts weiter geplant.`}
      />
    </>
  )
}

/** What lies before the list: the days of this week, else the week before. */
function EarlierLink({ search, day, now }: ViewProps) {
  const monday = mondayOf(day)
  const target = day > monday ? monday : addDays(monday, -7)
  return (
    <CalendarLink search={searchOn(search, target, now)} className="link" rel="prev">
      {day > monday ? 'Frühere Tage dieser Woche' : 'Woche davor'}
    </CalendarLink>
  )
}

type WeekProps = {
  days: ReturnType<typeof daysOfWeek> /** Leaves out days without events. */
  sparse: boolean
  now: number
}

function Week({ days, sparse, now }: WeekProps) {
  const busy = days.filter(({ events, overnight }) => events.length + overnight.length > 0)
  const [first] = days
  if (!first) return null
  if (busy.length === 0 && (sparse || days.length === 7)) {
    return (
      <p className="mt-5 border-t-4 border-ink pt-3 text-ink-2">
        {weekName(first.day)}, {shortWeekRange(first.day)}: {sparse ? 'nichts dabei.' : 'Sendepause. Geh mal raus.'}
      </p>
    )
  }
  return (sparse ? busy : days).map((one) => <CalendarDaySection key={one.day} {...one} now={now} />)
}

const definedOf = (search: CalendarSearch): [string, string][] =>
  Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
