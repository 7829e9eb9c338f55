import { addDays, addMonths, type Day, todayInBerlin } from '@hot/domain/berlin-time'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useArrowPaging } from './arrow-keys.ts'
import { CalendarFilters } from './calendar-filters.tsx'
import { ByView, CalendarHead } from './calendar-head.tsx'
import { searchOn } from './calendar-links.tsx'
import { CalendarList } from './calendar-list.tsx'
import { CalendarMonth } from './calendar-month.tsx'
import { mondayOf } from './calendar-period.ts'
import { monthQuery, weeksQuery } from './calendar-queries.ts'
import type { CalendarSearch } from './calendar-search.ts'
import { CalendarWeek } from './calendar-week.tsx'
import { MonthAside } from './month-aside.tsx'
import { useMinuteNow } from './use-minute-now.ts'

type Props = {
  search: CalendarSearch
  day: Day
  /** Milliseconds, given by the server. */
  now: number
}

/** What runs, when and where, in three views. */
export function CalendarPage({ search, day, now: server }: Props) {
  const now = useMinuteNow(server)
  const navigate = useNavigate()
  const turn = useCallback(
    (direction: -1 | 1) => {
      // Counted from the address and not from what is shown: who presses twice while a week loads wants two weeks.
      const turned = (at: CalendarSearch): CalendarSearch => {
        const from = at.datum ?? todayInBerlin(now)
        const target = at.ansicht === 'monat' ? addMonths(from, direction) : addDays(mondayOf(from), 7 * direction)
        return searchOn(at, target, now)
      }
      navigate({ from: '/kalender', to: '/kalender', search: turned, resetScroll: false })
    },
    [now, navigate],
  )
  useArrowPaging(turn)
  const View = search.ansicht === 'monat' ? MonthView : WeeksView
  return (
    <div className="page">
      <CalendarHead search={search} day={day} />
      <View search={search} day={day} now={now} />
    </div>
  )
}

function MonthView({ search, day, now }: Props) {
  const { data: page } = useSuspenseQuery(monthQuery(day, search))
  return (
    <>
      <CalendarFilters search={search} choices={page} />
      <CalendarMonth search={search} day={day} items={page.items} now={now} />
    </>
  )
}

/** Week and list show the same week; the list goes on after it. */
function WeeksView({ search, day, now }: Props) {
  const list = useSuspenseInfiniteQuery(weeksQuery(day, search))
  const [first] = list.data.pages
  if (!first) return null
  return (
    <>
      <CalendarFilters search={search} choices={first} />
      <ByView view={search.ansicht}>
        {(view) =>
          view === 'woche' ? (
            <CalendarWeek search={search} day={day} items={first.items} now={now} />
          ) : (
            <div className="page-grid">
              <div className="lg:col-span-8">
                <CalendarList search={search} day={day} list={list} now={now} />
              </div>
              {search.ansicht === 'liste' && <MonthAside search={search} day={day} now={now} />}
            </div>
          )
        }
      </ByView>
    </>
  )
}
