import { daysBetween, todayInBerlin } from '@hot/domain/time/berlin-time'
import { mondayOf } from '@hot/domain/time/berlin-week'
import { createFileRoute } from '@tanstack/react-router'
import { absoluteUrl, loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { isFiltered, monthQuery, weeksQuery } from '#web/features/calendar/api.ts'
import { calendarJsonLd } from '#web/features/calendar/calendar-json-ld.ts'
import { CalendarPage, CalendarSkeleton, loadView } from '#web/features/calendar/calendar-page.tsx'
import { calendarSearch } from '#web/features/calendar/search.ts'
import { firstWeeks } from '#web/features/calendar/week/calendar-weeks.ts'
import { serverNow } from '#web/platform/device/server-clock.ts'

/** Before and after today; programme is known for about as long. */
const knownDays = 366

export const Route = createFileRoute('/kalender')({
  validateSearch: calendarSearch,
  loaderDeps: ({ search }) => calendarSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const now = serverNow()
    const day = deps.datum ?? todayInBerlin(now)
    const view = loadView(deps.ansicht)
    const isMonth = deps.ansicht === 'monat'
    const items = isMonth
      ? (await queryClient.ensureQueryData(monthQuery(day, deps))).items
      : (await queryClient.ensureInfiniteQueryData({ ...weeksQuery(day, deps), pages: firstWeeks(day) })).pages.flatMap(
          (page) => page.items,
        )
    await view
    // Days go on for ever, programme does not: so far away an empty one is nothing to crawlers and programs.
    const isFar = Math.abs(daysBetween(todayInBerlin(now), day)) > knownDays
    const isAbsent = isFar && !isFiltered(deps) && !items.some(({ event_date }) => event_date >= mondayOf(day))
    const head = pageHead({
      title: 'Kalender',
      description:
        'Wann läuft was? Alle Sendetermine im Reality-TV mit Uhrzeit, Sender und Stream, als Liste, Woche oder Monat und als Kalender-Abo.',
      path: '/kalender',
      calendar: { path: '/kalender.ics', title: 'HoT – Kalender' },
      jsonLd: import.meta.env.SSR && !isMonth ? calendarJsonLd(items, now, absoluteUrl) : undefined,
    })
    return { now, day, head, isAbsent }
  },
  head: loadedHead,
  component: CalendarRoute,
  pendingComponent: CalendarSkeleton,
})

function CalendarRoute() {
  const { now, day } = Route.useLoaderData()
  return <CalendarPage search={Route.useLoaderDeps()} day={day} now={now} />
}
