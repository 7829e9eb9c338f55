import type { Day } from '@hot/domain/time/berlin-time'
import { weekName, weekRange } from '@hot/domain/time/berlin-week'
import { monthTitle } from '@hot/domain/time/german-date'
import { formatPath } from '@hot/domain/url/paths'
import { stringifyPlainSearch } from '@hot/domain/url/search-param'
import type { ReactNode } from 'react'
import { CalendarMenu } from '#web/entities/event/calendar-menu.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { buttonClass, Segmented } from '#web/ui/controls/button.tsx'
import { type Choices, FilterButton } from './calendar-filters.tsx'
import { CalendarLink } from './calendar-links.tsx'
import type { CalendarSearch, CalendarView } from './search.ts'
import './calendar-head.css'

const views: readonly { view: CalendarView; label: string }[] = [
  { view: 'liste', label: 'Liste' },
  { view: 'woche', label: 'Woche' },
  { view: 'monat', label: 'Monat' },
]

type HeadProps = { search: CalendarSearch; day: Day; choices: Choices | undefined }

/**
 * Title, a link to today, the subscription and the three views. On phones the views are one row with the filters, which
 * stays while the broadcasts scroll.
 */
export function CalendarHead({ search, day, choices }: HeadProps) {
  const { ansicht, datum } = search
  return (
    <div className="calendar-head">
      <div className="calendar-title">
        <div>
          <h1>Kalender</h1>
          <p className="intro max-lg:hidden">
            <ByView as="span" view={ansicht}>
              {(view) => <span>{introOf(view, day)}</span>}
            </ByView>
          </p>
        </div>
        <CalendarLink
          search={{ ...search, datum: undefined }}
          // On phones only where it leads elsewhere: there is little room.
          className={classNames(buttonClass({ small: true }), !datum && 'max-lg:hidden')}
          resetScroll
        >
          Heute
        </CalendarLink>
        {choices && <CalendarMenu path={feedOf(search, choices.formats)} className="chip" label="Abonnieren" atEnd />}
      </div>
      <div className="calendar-bar">
        <ByView view={ansicht}>{(view) => <Views search={search} shown={view} />}</ByView>
        <FilterButton search={search} />
      </div>
    </div>
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
  /** `span` within text. */
  as?: 'div' | 'span'
  children: (view: CalendarView) => ReactNode
}

/**
 * Without a view in the URL, phones show the list and wide screens the week. The server does not know the screen size,
 * so it renders both and CSS shows one, without a layout shift and without JavaScript.
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

/** The feed of what is shown: of the chosen format alone, of the chosen filters, or of everything. */
function feedOf({ sender, anbieter, format }: CalendarSearch, formats: Choices['formats']): string {
  const slug = formats.find((one) => format === one.slug || format === one.id)?.slug
  if (slug && !sender && !anbieter) return `${formatPath(slug)}.ics`
  return `/kalender.ics${stringifyPlainSearch({ sender, anbieter, format: slug })}`
}
