import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { CalendarView } from './calendar-search.ts'
import type { ViewProps } from './calendar-view-props.ts'
import { isWide, onceWide, useWideScreen } from './wide-screen.ts'

// The list is what phones open with; everything else comes when it is shown. The server has all of it before it
// writes the page, so what is chosen stands in the HTML and comes alive in place.
const month = lazyRouteComponent(() => import('./month/calendar-month.tsx'), 'CalendarMonth')
const week = lazyRouteComponent(() => import('./week/calendar-week.tsx'), 'CalendarWeek')
const weekOnceWide = lazyRouteComponent(() => onceWide().then(() => import('./week/calendar-week.tsx')), 'CalendarWeek')
const asideOnceWide = lazyRouteComponent(() => onceWide().then(() => import('./month/month-aside.tsx')), 'MonthAside')

/** For the loader: the code a view needs to appear at once. */
export async function loadView(view: CalendarView | undefined): Promise<void> {
  if (view === 'monat') return month.preload?.()
  if (view === 'woche') return week.preload?.()
  const besides = view === 'liste' ? asideOnceWide : weekOnceWide
  // Narrow screens show neither and must not wait for it.
  if (isWide()) await besides.preload?.()
}

export const MonthView = (props: ViewProps) => <Shown as={month} {...props} />
export const WeekView = (props: ViewProps) => <Shown as={week} {...props} />
export const WeekWhereWide = (props: ViewProps) => useWideScreen() && <Shown as={weekOnceWide} {...props} />
export const AsideWhereWide = (props: ViewProps) => useWideScreen() && <Shown as={asideOnceWide} {...props} />

function Shown({ as: View, ...props }: ViewProps & { as: ComponentType<ViewProps> }) {
  return (
    <Suspense fallback={<Skeleton className="h-80" />}>
      <View {...props} />
    </Suspense>
  )
}
