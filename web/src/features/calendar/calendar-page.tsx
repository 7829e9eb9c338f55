import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { countOf } from '#web/ui/data/format-number.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { isWide, onceWide, useWideScreen } from '#web/ui/hooks/wide-screen.ts'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { monthQuery, type ViewProps, weeksQuery } from './api.ts'
import { CalendarFilters, type Choices } from './calendar-filters.tsx'
import { ByView, CalendarHead } from './calendar-head.tsx'
import { useArrowPaging } from './calendar-hooks.ts'
import { CalendarList } from './list/calendar-list.tsx'
import type { CalendarView } from './search.ts'

/** The calendar of broadcasts, in three views. */
export function CalendarPage(props: ViewProps) {
  useArrowPaging()
  const choices = useChoices(props)
  return (
    <div className="page calendar-page">
      <CalendarHead search={props.search} day={props.day} choices={choices} />
      {choices && <Outcome count={choices.items.length} />}
      {choices && <CalendarFilters search={props.search} choices={choices} />}
      {props.search.ansicht === 'monat' ? <MonthView {...props} /> : <Weeks {...props} />}
    </div>
  )
}

/** For screen readers, after a filter or another week: how much is on. */
const Outcome = ({ count }: { count: number }) => (
  <span hidden data-outcome={count === 0 ? 'Sendepause.' : `${countOf(count, 'Sendung', 'Sendungen')}.`} />
)

/** What can be filtered by, from the answer that the shown view has loaded. */
function useChoices({ search, day }: ViewProps): (Choices & { items: readonly unknown[] }) | undefined {
  const isMonth = search.ansicht === 'monat'
  const month = useQuery({ ...monthQuery(day, search), enabled: isMonth })
  const weeks = useInfiniteQuery({ ...weeksQuery(day, search), enabled: !isMonth })
  return isMonth ? month.data : weeks.data?.pages[0]
}

/** The week view or the list, which begins in the same week and continues. */
function Weeks(props: ViewProps) {
  const { ansicht } = props.search
  if (ansicht === 'woche') return <WeekView {...props} />
  return (
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
    <div className="page calendar-page" aria-busy="true">
      <h1 className="max-lg:text-[1.75rem]">Kalender</h1>
      <VisuallyHidden>Sendungen werden geladen</VisuallyHidden>
      <Skeleton className="mt-3 h-11 rounded-round" />
      <Skeleton className="mt-3 h-13" />
      <div className="mt-5 grid gap-4">
        {rows.map((row) => (
          <Skeleton key={row} className="h-20" />
        ))}
      </div>
    </div>
  )
}
