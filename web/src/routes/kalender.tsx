import { todayInBerlin } from '@hot/domain/time/berlin-time'
import { createFileRoute } from '@tanstack/react-router'
import { absoluteUrl, loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { monthQuery, weeksQuery } from '#web/features/calendar/api.ts'
import { calendarJsonLd } from '#web/features/calendar/calendar-json-ld.ts'
import { CalendarPage, CalendarSkeleton, loadView } from '#web/features/calendar/calendar-page.tsx'
import { calendarSearch } from '#web/features/calendar/search.ts'
import { firstWeeks } from '#web/features/calendar/week/calendar-weeks.ts'
import { serverNow } from '#web/platform/device/server-clock.ts'

export const Route = createFileRoute('/kalender')({
  validateSearch: calendarSearch,
  loaderDeps: ({ search }) => calendarSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const now = serverNow()
    const day = deps.datum ?? todayInBerlin(now)
    const view = loadView(deps.ansicht)
    const shown = await (deps.ansicht === 'monat'
      ? queryClient.ensureQueryData(monthQuery(day, deps)).then(() => undefined)
      : queryClient.ensureInfiniteQueryData({ ...weeksQuery(day, deps), pages: firstWeeks(day) }))
    await view
    const head = pageHead({
      title: 'Kalender',
      description:
        'Wann läuft was? Alle Sendetermine im Reality-TV mit Uhrzeit, Sender und Stream, als Liste, Woche oder Monat und als Kalender-Abo.',
      path: '/kalender',
      jsonLd: import.meta.env.SSR ? calendarJsonLd(shown?.pages[0]?.items ?? [], now, absoluteUrl) : undefined,
    })
    return { now, day, head }
  },
  head: loadedHead,
  component: CalendarRoute,
  pendingComponent: CalendarSkeleton,
})

function CalendarRoute() {
  const { now, day } = Route.useLoaderData()
  return <CalendarPage search={Route.useLoaderDeps()} day={day} now={now} />
}
