import type { CalendarPage } from '@hot/domain/contract/event'
import { slugify } from '@hot/domain/text/slug'
import type { Day } from '@hot/domain/time/berlin-time'
import { weekName, weekRange } from '@hot/domain/time/berlin-week'
import { monthTitle } from '@hot/domain/time/german-date'
import { formatPath } from '@hot/domain/url/paths'
import { stringifyPlainSearch } from '@hot/domain/url/search-param'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { CalendarMenu } from '#web/entities/event/calendar-menu.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { buttonClass, Segmented } from '#web/ui/controls/button.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'
import { useCurrentInView } from '#web/ui/layout/navigation.tsx'
import { isFiltered } from './api.ts'
import { CalendarLink } from './calendar-links.tsx'
import type { CalendarSearch, CalendarView } from './search.ts'

const views: readonly { view: CalendarView; label: string }[] = [
  { view: 'liste', label: 'Liste' },
  { view: 'woche', label: 'Woche' },
  { view: 'monat', label: 'Monat' },
]

type CalendarHeaderProps = { search: CalendarSearch; day: Day }

/** Title, the three views and a link to today. */
export function CalendarHeader({ search, day }: CalendarHeaderProps) {
  const { ansicht } = search
  return (
    <PageHead
      title="Kalender"
      intro={
        <ByView as="span" view={ansicht}>
          {(view) => <span>{introOf(view, day)}</span>}
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

type Choices = Pick<CalendarPage, 'broadcasters' | 'providers' | 'formats'>

/** Order of the broadcasters' chips, most used kinds first. */
const kinds = ['tv', 'pay_tv', 'streaming', 'mediathek']

type CalendarFiltersProps = { search: CalendarSearch; choices: Choices }

/**
 * Formats as a select, broadcasters and providers as chips, and the subscription menu. All state is in the URL, as
 * plain links.
 */
export function CalendarFilters({ search, choices }: CalendarFiltersProps) {
  const { formats } = choices
  return (
    <div className="mb-4 grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <FormatChoice search={search} formats={formats} />
        {isFiltered(search) && (
          <CalendarLink
            search={{ ...search, sender: undefined, anbieter: undefined, format: undefined }}
            className="chip"
          >
            Filter zurücksetzen
          </CalendarLink>
        )}
        <CalendarMenu path={feedOf(search, formats)} className="chip" label="Abonnieren" atEnd />
      </div>
      <ChannelChips search={search} choices={choices} />
    </div>
  )
}

/** One row on phones, which begins at the chosen chip; as many as needed on wide screens, where a mouse cannot swipe. */
function ChannelChips({ search, choices: { broadcasters, providers } }: CalendarFiltersProps) {
  const row = useRef<HTMLElement>(null)
  useCurrentInView(row)
  const unfiltered = { ...search, sender: undefined, anbieter: undefined }
  // A service that is both broadcaster and provider is offered once, as the provider, which more broadcasts refer to.
  const providerNames = new Set(providers.map((provider) => provider.name))
  const isChosen = (key: string | undefined, { id, name }: { id: string; name: string }) =>
    key !== undefined && (key === id || key === slugify(name))
  return (
    <nav ref={row} className="scroller lg:flex-wrap" aria-label="Sender und Streaming">
      <CalendarLink search={unfiltered} current={!search.sender && !search.anbieter} className="chip">
        Alle
      </CalendarLink>
      {broadcasters
        .filter(({ name }) => !providerNames.has(name))
        .toSorted((a, b) => kinds.indexOf(a.type) - kinds.indexOf(b.type))
        .map((one) => (
          <FilterChip
            key={one.id}
            name={one.name}
            chosen={isChosen(search.sender, one)}
            on={{ ...unfiltered, sender: slugify(one.name) }}
            off={unfiltered}
          />
        ))}
      {providers.map((one) => (
        <FilterChip
          key={one.id}
          name={one.name}
          chosen={isChosen(search.anbieter, one)}
          on={{ ...unfiltered, anbieter: slugify(one.name) }}
          off={unfiltered}
        />
      ))}
    </nav>
  )
}

type ChipProps = { name: string; chosen: boolean; on: CalendarSearch; off: CalendarSearch }

/** A link that sets a filter, or removes it if it is set. */
function FilterChip({ name, chosen, on, off }: ChipProps) {
  return (
    <CalendarLink search={chosen ? off : on} current={chosen} className="chip">
      {name}
    </CalendarLink>
  )
}

function FormatChoice({ search, formats }: { search: CalendarSearch; formats: Choices['formats'] }) {
  const navigate = useNavigate()
  const { format, ...rest } = search
  const chosen = formats.find(({ id, slug }) => format === slug || format === id)
  return (
    <form action="/kalender" className="flex gap-2">
      <select
        name="format"
        aria-label="Format"
        className={classNames('chip w-40', chosen ? 'bg-ink text-paper' : 'bg-paper')}
        value={chosen?.slug ?? ''}
        onChange={({ target }) =>
          navigate({ to: '/kalender', search: { ...search, format: target.value || undefined }, resetScroll: false })
        }
      >
        <option value="">Alle Formate</option>
        {formats.map((one) => (
          <option key={one.id} value={one.slug}>
            {one.short_name ?? one.name}
          </option>
        ))}
      </select>
      {Object.entries(rest).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <noscript>
        <button type="submit" className="chip">
          Anzeigen
        </button>
      </noscript>
    </form>
  )
}

/** The feed of what is shown: of the chosen format alone, of the chosen filters, or of everything. */
function feedOf({ sender, anbieter, format }: CalendarSearch, formats: Choices['formats']): string {
  const slug = formats.find((one) => format === one.slug || format === one.id)?.slug
  if (slug && !sender && !anbieter) return `${formatPath(slug)}.ics`
  return `/kalender.ics${stringifyPlainSearch({ sender, anbieter, format: slug })}`
}
