import { batchesOf } from '@hot/domain/calendar/batch'
import { eventKind } from '@hot/domain/calendar/event-kind'
import { eventFormatName } from '@hot/domain/calendar/event-name'
import type { CalendarEvent } from '@hot/domain/contract/event'
import { type Day, monthGrid, todayInBerlin } from '@hot/domain/time/berlin-time'
import { clock, longDay, monthTitle, shortWeekday } from '@hot/domain/time/german-date'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MonthEvent, MonthGrid } from '#web/entities/event/month-grid.tsx'
import { onceVisible } from '#web/ui/hooks/once-visible.ts'
import { SectionHead, VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { isFiltered, monthQuery, type ViewProps } from '../api.ts'
import { adjacentMonth, useArrowFocus, useMinuteNow } from '../calendar-hooks.ts'
import { CalendarLink, PeriodNav, searchOn } from '../calendar-links.tsx'
import { CalendarDaySection } from '../list/calendar-list.tsx'

/** With more, one busy day would stretch the whole week. */
const shownPerDay = 4

/**
 * A month. On wide screens a day names its events and leads to its list. On phones a day has a dot for each event, and a
 * press on it shows its programme below: first that of today.
 */
export function CalendarMonth({ search, day, now: server }: ViewProps) {
  const now = useMinuteNow(server)
  const { items } = useSuspenseQuery(monthQuery(day, search)).data
  const before = adjacentMonth(day, -1, now)
  const after = adjacentMonth(day, 1, now)
  return (
    <>
      <PeriodNav
        search={search}
        now={now}
        previous={{ day: before, label: monthName(before) }}
        next={{ day: after, label: monthName(after) }}
        shown={monthTitle(day)}
      />
      <MonthTable
        search={search}
        day={day}
        now={now}
        chooses
        events={(one) => <DayEvents items={eventsOn(items, one)} />}
      />
      {items.length === 0 ? (
        <p className="mt-4 text-ink-2">
          {isFiltered(search) ? 'In diesem Monat ist nichts dabei.' : 'Sendepause. Geh mal raus.'}
        </p>
      ) : (
        <div className="lg:hidden">
          <p className="meta mt-2">Ein Punkt ist eine Sendung, in der Farbe des Formats.</p>
          {/* Changes by a press elsewhere, which says nothing by itself. */}
          <div aria-live="polite">
            <CalendarDaySection day={day} events={eventsOn(items, day)} overnight={[]} now={now} />
          </div>
        </div>
      )}
    </>
  )
}

/** Without the year, because two full titles do not fit on a small phone; the page header shows it. */
const monthName = (day: Day): string => monthTitle(day).slice(0, -5)

function DayEvents({ items }: { items: CalendarEvent[] }) {
  const batches = batchesOf(items)
  const more = batches.length - shownPerDay
  if (items.length === 0) return null
  return (
    <div className="month-dots">
      {batches.slice(0, more > 0 ? shownPerDay - 1 : shownPerDay).map(([event, ...others]) => (
        <MonthEvent key={event.id} color={event.format?.color} cancelled={event.is_cancelled}>
          {event.is_cancelled && <VisuallyHidden>Fällt aus: </VisuallyHidden>}
          <span>{`${clock(event.event_time)} ${others.length > 0 ? batchText(event, others.length + 1) : monthText(event)}`}</span>
        </MonthEvent>
      ))}
      {more > 0 && <span className="mt-1 block text-ink-3 lg:pl-2">+{more + 1}</span>}
    </div>
  )
}

const shortName = (event: CalendarEvent): string => event.format?.short_name ?? eventFormatName(event) ?? event.title

const batchText = (event: CalendarEvent, count: number): string => `${shortName(event)} (${count} Folgen)`

/** `Sommerhaus`, `Sommerhaus (Finale)` */
function monthText(event: CalendarEvent): string {
  const kind = eventKind(event)
  const name = shortName(event)
  return kind ? `${name} (${kind})` : name
}

/** The month beside the list on wide screens. Its events are loaded only once it is visible. */
export function MonthAside({ search, day, now }: ViewProps) {
  const place = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => (place.current ? onceVisible(place.current, () => setSeen(true)) : undefined), [])
  const { data } = useQuery({ ...monthQuery(day, search), enabled: seen })
  return (
    <aside ref={place} className="hidden self-start lg:sticky lg:top-24 lg:col-span-4 lg:block" aria-labelledby="monat">
      <SectionHead title={monthTitle(day)} id="monat" />
      <div className="[&_.month-event]:h-2 [&_.month-event]:border-l-[24px] [&_td]:h-[46px]">
        <MonthTable
          search={search}
          day={day}
          now={now}
          events={(one) => {
            const [first] = eventsOn(data?.items ?? [], one)
            return (
              first && (
                <MonthEvent color={first.format?.color} cancelled={first.is_cancelled}>
                  {null}
                </MonthEvent>
              )
            )
          }}
        />
      </div>
    </aside>
  )
}

const eventsOn = (items: readonly CalendarEvent[], day: Day) => items.filter((event) => event.event_date === day)

type TableProps = ViewProps & {
  events: (day: Day) => ReactNode
  /** On phones a press chooses a day of this month instead of leading to its list. */
  chooses?: boolean
}

/** A month grid whose days are links; `events` renders the content of a day. */
function MonthTable({ search, day, now, events, chooses = false }: TableProps) {
  const place = useRef<HTMLDivElement>(null)
  useArrowFocus(place)
  const weeks = monthGrid(day)
  const today = todayInBerlin(now)
  return (
    <div ref={place}>
      <MonthGrid
        caption={monthTitle(day)}
        weekdays={(weeks[0] ?? []).map(shortWeekday)}
        weeks={weeks.map((week) =>
          week.map((one) => ({
            key: one,
            title: (
              <>
                <CalendarLink
                  search={searchOn({ ...search, ansicht: 'liste' }, one, now)}
                  className={chooses ? 'max-lg:hidden' : undefined}
                  resetScroll
                >
                  <DayName day={one} />
                </CalendarLink>
                {chooses && (
                  <CalendarLink
                    search={searchOn({ ...search, ansicht: 'monat' }, one, now)}
                    className="month-choice lg:hidden"
                    current={one === day && 'date'}
                  >
                    <DayName day={one} />
                  </CalendarLink>
                )}
              </>
            ),
            today: one === today,
            outside: one.slice(0, 7) !== day.slice(0, 7),
            events: [events(one)],
          })),
        )}
      />
    </div>
  )
}

const DayName = ({ day }: { day: Day }) => (
  <>
    {Number(day.slice(8))}
    <VisuallyHidden>{longDay(day).replace(/^\d+/, '')}</VisuallyHidden>
  </>
)
