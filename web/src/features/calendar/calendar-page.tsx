import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { isWide, onceWide, useWideScreen } from '#web/ui/hooks/wide-screen.ts'
import { PageHead, VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { monthQuery, type ViewProps, weeksQuery } from './api.ts'
import { ByView, CalendarFilters, CalendarHeader } from './calendar-controls.tsx'
import { useArrowPaging } from './calendar-hooks.ts'
import { CalendarList } from './list/calendar-list.tsx'
import type { CalendarView } from './search.ts'

/** The calendar of broadcasts, in three views. */
export function CalendarPage(props: ViewProps) {
  useArrowPaging()
  return (
    <div className="page">
      <CalendarHeader search={props.search} day={props.day} />
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

/** The week view or the list, which begins in the same week and continues. */
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

// The code of the list is part of the page; that of other views is loaded when they are shown: on wide screens the default
// view is the week, and the list has the month beside it. The server loads all
// code before it renders, so that the chosen view is in the HTML and hydrates in place.
const month = lazyRouteComponent(() => import('./month/calendar-month.tsx'), 'CalendarMonth')
const week = lazyRouteComponent(() => import('./week/calendar-week.tsx'), 'CalendarWeek')
const weekOnceWide = lazyRouteComponent(() => onceWide().then(() => import('./week/calendar-week.tsx')), 'CalendarWeek')
const asideOnceWide = lazyRouteComponent(
  () => onceWide().then(() => import('./month/calendar-month.tsx')),
  'MonthAside',
)

/** For the loader: loads the code that a view needs to render immediately. */
export async function loadView(view: CalendarView | undefined): Promise<void> {
  if (view === 'monat') return month.preload?.()
  if (view === 'woche') return week.preload?.()
  const besides = view === 'liste' ? asideOnceWide : weekOnceWide
  // Narrow screens show neither of the two and must not wait for them.
  if (isWide()) await besides.preload?.()
}

const MonthView = (props: ViewProps) => <Shown as={month} {...props} />
const WeekView = (props: ViewProps) => <Shown as={week} {...props} />
const WeekWhereWide = (props: ViewProps) => useWideScreen() && <Shown as={weekOnceWide} {...props} />
const AsideWhereWide = (props: ViewProps) => useWideScreen() && <Shown as={asideOnceWide} {...props} />

function Shown({ as: View, ...props }: ViewProps & { as: ComponentType<ViewProps> }) {
  return (
    <Suspense fallback={<Skeleton className="h-80" />}>
      <View {...props} />
    </Suspense>
  )
}

const rows = ['a', 'b', 'c', 'd', 'e', 'f']

/** The page while its first week loads. */
export function CalendarSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <PageHead title="Kalender" intro="Moment, wir blättern in der Programmzeitschrift." />
      <VisuallyHidden>Sendungen werden geladen</VisuallyHidden>
      <Skeleton className="h-9 rounded-round" />
      <Skeleton className="mt-4 h-16" />
      <div className="mt-5 grid gap-4">
        {rows.map((row) => (
          <Skeleton key={row} className="h-20" />
        ))}
      </div>
    </div>
  )
}
