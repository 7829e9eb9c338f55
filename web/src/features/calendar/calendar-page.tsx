import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CalendarFilters } from './calendar-filters.tsx'
import { ByView, CalendarHead } from './calendar-header.tsx'
import { monthQuery, weeksQuery } from './calendar-queries.ts'
import type { ViewProps } from './calendar-view-props.ts'
import { AsideWhereWide, MonthView, WeekView, WeekWhereWide } from './calendar-views.tsx'
import { CalendarList } from './list/calendar-list.tsx'
import { useArrowPaging } from './use-arrow-paging.ts'

/** What runs, when and where, in three views. */
export function CalendarPage(props: ViewProps) {
  useArrowPaging()
  return (
    <div className="page">
      <CalendarHead search={props.search} day={props.day} />
      {props.search.ansicht === 'monat' ? <Month {...props} /> : <Weeks {...props} />}
    </div>
  )
}

function Month(props: ViewProps) {
  const { data: page } = useSuspenseQuery(monthQuery(props.day, props.search))
  return (
    <>
      <CalendarFilters search={props.search} choices={page} />
      <MonthView {...props} />
    </>
  )
}

/** Week and list show the same week; the list goes on after it. */
function Weeks(props: ViewProps) {
  const { data } = useSuspenseInfiniteQuery(weeksQuery(props.day, props.search))
  const { ansicht } = props.search
  const [first] = data.pages
  if (!first) return null
  return (
    <>
      <CalendarFilters search={props.search} choices={first} />
      {ansicht === 'woche' ? (
        <WeekView {...props} />
      ) : (
        <ByView view={ansicht}>
          {(view) =>
            view === 'woche' ? (
              <WeekWhereWide {...props} />
            ) : (
              <div className="page-grid">
                <div className="lg:col-span-8">
                  <CalendarList {...props} />
                </div>
                {ansicht === 'liste' && <AsideWhereWide {...props} />}
              </div>
            )
          }
        </ByView>
      )}
    </>
  )
}
