import type { CalendarPage } from '@hot/domain/contract/event'
import { slugify } from '@hot/domain/text/slug'
import { formatPath } from '@hot/domain/url/paths'
import { useNavigate } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { CalendarLink } from './calendar-links.tsx'
import type { CalendarSearch } from './calendar-search.ts'

type Choices = Pick<CalendarPage, 'broadcasters' | 'providers' | 'formats'>

/** What most people switch on comes first. */
const kinds = ['tv', 'pay_tv', 'streaming', 'mediathek']

type Props = { search: CalendarSearch; choices: Choices }

/** Broadcasters and providers as chips, formats as a choice, and the subscription. All in the address, all plain links. */
export function CalendarFilters({ search, choices }: Props) {
  const { broadcasters, providers, formats } = choices
  const everywhere = { ...search, sender: undefined, anbieter: undefined }
  // A service that is broadcaster and provider is offered once: as the provider, which more entries name.
  const provided = new Set(providers.map((provider) => provider.name))
  const feed = feedOf(search, formats)
  const named = (key: string | undefined, { id, name }: { id: string; name: string }) =>
    key !== undefined && (key === id || key === slugify(name))
  return (
    <div className="mb-4 flex items-center gap-2">
      <div className="scroller flex-1 lg:mr-0">
        <CalendarLink search={everywhere} current={!search.sender && !search.anbieter} className="chip">
          Alle Sender
        </CalendarLink>
        <FormatChoice search={search} formats={formats} />
        {broadcasters
          .filter(({ name }) => !provided.has(name))
          .toSorted((a, b) => kinds.indexOf(a.type) - kinds.indexOf(b.type))
          .map((one) => (
            <FilterChip
              key={one.id}
              name={one.name}
              chosen={named(search.sender, one)}
              on={{ ...everywhere, sender: slugify(one.name) }}
              off={everywhere}
            />
          ))}
        {providers.map((one) => (
          <FilterChip
            key={one.id}
            name={one.name}
            chosen={named(search.anbieter, one)}
            on={{ ...everywhere, anbieter: slugify(one.name) }}
            off={everywhere}
          />
        ))}
        <Subscribe href={feed} className="lg:hidden" />
      </div>
      <Subscribe href={feed} className="hidden lg:inline-flex" />
    </div>
  )
}

type ChipProps = { name: string; chosen: boolean; on: CalendarSearch; off: CalendarSearch }

/** A second press takes the filter away. */
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

/** With a format chosen its own feed, else that of everything. */
function feedOf({ format }: CalendarSearch, formats: Choices['formats']): string {
  const chosen = formats.find(({ id, slug }) => format === slug || format === id)
  return chosen ? `${formatPath(chosen.slug)}.ics` : '/kalender.ics'
}

/** At the end of the row on phones, beside it on wide screens, where it must not be scrolled for. */
function Subscribe({ href, className }: { href: string; className: string }) {
  return (
    <a className={classNames('chip', className)} href={href}>
      <Icon of={CalendarPlus} size={16} />
      .ics abonnieren
    </a>
  )
}
