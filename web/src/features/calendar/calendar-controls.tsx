import type { CalendarPage } from '@hot/domain/contract/event'
import { slugify } from '@hot/domain/text/slug'
import type { Day } from '@hot/domain/time/berlin-time'
import { weekName, weekRange } from '@hot/domain/time/berlin-week'
import { monthTitle } from '@hot/domain/time/german-date'
import { formatPath } from '@hot/domain/url/paths'
import { useNavigate } from '@tanstack/react-router'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { buttonClass, Segmented } from '#web/ui/controls/button.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
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
 * Broadcasters and providers as chips, formats as a select, and the subscription link. All state is in the URL, as
 * plain links.
 */
export function CalendarFilters({ search, choices }: CalendarFiltersProps) {
  const { broadcasters, providers, formats } = choices
  const unfiltered = { ...search, sender: undefined, anbieter: undefined }
  // A service that is both broadcaster and provider is offered once, as the provider, which more broadcasts refer to.
  const providerNames = new Set(providers.map((provider) => provider.name))
  const feed = feedOf(search, formats)
  const isChosen = (key: string | undefined, { id, name }: { id: string; name: string }) =>
    key !== undefined && (key === id || key === slugify(name))
  return (
    <div className="mb-4 flex items-center gap-2">
      <div className="scroller flex-1 lg:mr-0">
        <CalendarLink search={unfiltered} current={!search.sender && !search.anbieter} className="chip">
          Alle Sender
        </CalendarLink>
        <FormatChoice search={search} formats={formats} />
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
        <Subscribe href={feed} className="lg:hidden" />
      </div>
      <Subscribe href={feed} className="hidden lg:inline-flex" />
    </div>
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

/** The feed of the chosen format, or the overall feed. */
function feedOf({ format }: CalendarSearch, formats: Choices['formats']): string {
  const chosen = formats.find(({ id, slug }) => format === slug || format === id)
  return chosen ? `${formatPath(chosen.slug)}.ics` : '/kalender.ics'
}

/** The subscription link: at the end of the scrolling row on phones, beside it on wide screens. */
function Subscribe({ href, className }: { href: string; className: string }) {
  return (
    <a className={classNames('chip', className)} href={href}>
      <Icon of={CalendarPlus} size={16} />
      .ics abonnieren
    </a>
  )
}
