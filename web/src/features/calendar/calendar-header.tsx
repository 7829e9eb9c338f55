import type { Day } from '@hot/domain/time/berlin-time'
import { weekName, weekRange } from '@hot/domain/time/berlin-week'
import { monthTitle } from '@hot/domain/time/german-date'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { PageHead } from '#web/ui/layout/page-header.tsx'
import { CalendarLink } from './calendar-links.tsx'
import type { CalendarSearch, CalendarView } from './calendar-search.ts'

const views: readonly { view: CalendarView; label: string }[] = [
  { view: 'liste', label: 'Liste' },
  { view: 'woche', label: 'Woche' },
  { view: 'monat', label: 'Monat' },
]

type Props = { search: CalendarSearch; day: Day }

/** Title, the three views and the way back to today. */
export function CalendarHead({ search, day }: Props) {
  const { ansicht } = search
  return (
    <PageHead
      title="Kalender"
      intro={
        <ByView as="span" view={ansicht}>
          {(view) => introOf(view, day)}
        </ByView>
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        <ByView view={ansicht}>{(view) => <Views search={search} shown={view} />}</ByView>
        <CalendarLink search={{ ...search, datum: undefined }} className={buttonClass({ small: true })} resetScroll>
          Heute
        </CalendarLink>
      </div>
    </PageHead>
  )
}

function introOf(view: CalendarView, day: Day): string {
  if (view === 'liste') return 'Was läuft, wann und wo. Alle Zeiten für Berlin.'
  return view === 'woche' ? `${weekName(day)} · ${weekRange(day)}` : monthTitle(day)
}

function Views({ search, shown }: { search: CalendarSearch; shown: CalendarView }) {
  return (
    <Segmented label="Ansicht">
      {views.map(({ view, label }) => (
        <CalendarLink key={view} search={{ ...search, ansicht: view }} current={view === shown}>
          {label}
        </CalendarLink>
      ))}
    </Segmented>
  )
}

type ByViewProps = {
  view: CalendarView | undefined
  /** `span` inside text. */
  as?: 'div' | 'span'
  children: (view: CalendarView) => ReactNode
}

/**
 * Without a view in the address phones show the list and wide screens the week. The server does not know the screen,
 * so both are there and CSS shows one: nothing moves, and nothing waits for JavaScript.
 */
export function ByView({ view, as: Box = 'div', children }: ByViewProps) {
  if (view) return children(view)
  return (
    <>
      <Box className="lg:hidden">{children('liste')}</Box>
      <Box className="hidden lg:block">{children('woche')}</Box>
    </>
  )
}
