import type { CalendarPage } from '@hot/domain/contract/event'
import { slugify } from '@hot/domain/text/slug'
import { useNavigate } from '@tanstack/react-router'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { classNames } from '#web/ui/class-names.ts'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { useSheet } from '#web/ui/overlays/use-sheet.ts'
import { isFiltered } from './api.ts'
import { CalendarLink } from './calendar-links.tsx'
import type { CalendarSearch } from './search.ts'

export type Choices = Pick<CalendarPage, 'broadcasters' | 'providers' | 'formats'>

/** Of the sheet, which the button opens by the platform: before the page is alive, and without JavaScript. */
const sheetId = 'kalender-filter'

/** Opens the filters on phones, and says how many are set. */
export function FilterButton({ search }: { search: CalendarSearch }) {
  const count = [search.sender, search.anbieter, search.format].filter(Boolean).length
  return (
    <button type="button" className="chip lg:hidden" popoverTarget={sheetId} data-native>
      <Icon of={SlidersHorizontal} size={16} />
      Filter
      {count > 0 && (
        <span className="filter-count">
          {count}
          <VisuallyHidden> gesetzt</VisuallyHidden>
        </span>
      )}
    </button>
  )
}

type CalendarFiltersProps = { search: CalendarSearch; choices: Choices }

/**
 * Formats as a select, broadcasters and providers as chips: a sheet on phones, part of the page where there is room. All
 * state is in the URL, as plain links; following one closes the sheet.
 */
export function CalendarFilters({ search, choices }: CalendarFiltersProps) {
  const sheet = useSheet()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays out its legend and cannot be a grid in every engine.
    <div ref={sheet} id={sheetId} popover="auto" className="filter-sheet" role="group" aria-label="Filter">
      <div className="filter-sheet-head">
        <h2 className="type-h3">Filter</h2>
        <button
          type="button"
          className="icon-btn"
          aria-label="Schließen"
          popoverTarget={sheetId}
          popoverTargetAction="hide"
          data-native
        >
          <Icon of={X} />
        </button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <FormatChoice search={search} formats={choices.formats} />
        {isFiltered(search) && (
          <CalendarLink
            search={{ ...search, sender: undefined, anbieter: undefined, format: undefined }}
            className="chip"
          >
            Filter zurücksetzen
          </CalendarLink>
        )}
      </div>
      <ChannelChips search={search} choices={choices} />
    </div>
  )
}

/** Order of the broadcasters' chips, most used kinds first. */
const kinds = ['tv', 'pay_tv', 'streaming', 'mediathek']

function ChannelChips({ search, choices: { broadcasters, providers } }: CalendarFiltersProps) {
  const unfiltered = { ...search, sender: undefined, anbieter: undefined }
  // A service that is both broadcaster and provider is offered once, as the provider, which more broadcasts refer to.
  const providerNames = new Set(providers.map((provider) => provider.name))
  const isChosen = (key: string | undefined, { id, name }: { id: string; name: string }) =>
    key !== undefined && (key === id || key === slugify(name))
  return (
    <nav className="filter-chips" aria-label="Sender und Streaming">
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
    <form action="/kalender" className="flex gap-2 max-lg:flex-1">
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
