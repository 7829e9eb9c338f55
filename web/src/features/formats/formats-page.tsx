import type { FormatsPage as FormatsPageData } from '@hot/domain/contract/format'
import { filterFormats } from '@hot/domain/format/filter'
import { trendingFormats } from '@hot/domain/format/trending'
import { slugify } from '@hot/domain/text/slug'
import { Link, useNavigate } from '@tanstack/react-router'
import { FormatGrid } from '#web/entities/format/format-cards.tsx'
import type { FormatsSearch } from '#web/entities/format/search.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { EndOfList } from '#web/ui/data/paged-list.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { LiveSearchField } from '#web/ui/forms/search-field.tsx'
import { PageHead, VisuallyHidden } from '#web/ui/layout/heading.tsx'

type FormatsPageProps = {
  page: FormatsPageData
  search: FormatsSearch
  /** Server time (epoch ms). */
  now: number
}

/** All formats, trending first. They are few, so they are filtered in the browser. */
export function FormatsPage({ page, search, now }: FormatsPageProps) {
  const broadcaster = bySlug(page.broadcasters, search.sender)
  const provider = bySlug(page.providers, search.anbieter)
  // Of a service that is also a broadcaster, its own productions too.
  const twin = provider && page.broadcasters.find(({ name }) => name === provider.name)
  const found = filterFormats(page.items, { text: search.q, broadcaster_id: broadcaster?.id }).filter(
    (format) =>
      !provider || format.streaming_provider_id === provider.id || (twin && format.broadcaster_id === twin.id),
  )
  const isFiltered = Boolean(search.q || broadcaster || provider)
  return (
    <div className="page">
      <PageHead title="Formate" intro={<span role="status">{countText(found.length, isFiltered)}</span>} />
      <FormatsControls page={page} search={search} />
      <div className="mt-6">
        {found.length > 0 ? (
          <>
            <FormatGrid formats={trendingFormats(found, found.length)} now={now} level={2} />
            <EndOfList>Das waren alle. Mehr Fernsehen gibt’s nicht.</EndOfList>
          </>
        ) : (
          <NoFormats search={search} isFiltered={isFiltered} />
        )}
      </div>
    </div>
  )
}

function countText(count: number, isFiltered: boolean): string {
  if (isFiltered) return count === 1 ? '1 Format passt.' : `${count} Formate passen.`
  return count === 0 ? 'Noch nichts im Programm.' : `${count} Formate, und ihr habt alle gesehen.`
}

function NoFormats({ search, isFiltered }: { search: FormatsSearch; isFiltered: boolean }) {
  if (!isFiltered)
    return <EmptyState emoji="📺" title="Noch keine Formate" text="Sendepause. Schau bald wieder rein." />
  return (
    <EmptyState
      emoji="🔎"
      title={search.q ? `Keine Ergebnisse für „${search.q}“ gefunden` : 'Kein Format passt zu diesen Filtern'}
      text="Weniger Filter, mehr Fernsehen."
    >
      <Link to="/formate" className={buttonClass({ variant: 'strong' })}>
        Alle Formate
      </Link>
    </EmptyState>
  )
}

type FormatsControlsProps = { page: FormatsPageData; search: FormatsSearch }

/** Search and filters, whose state is in the URL; without JavaScript the form is submitted. */
function FormatsControls({ page, search }: FormatsControlsProps) {
  const navigate = useNavigate()
  const show = (change: FormatsSearch) =>
    navigate({ to: '/formate', search: { ...search, ...change }, replace: true, resetScroll: false })
  const used = usedChannels(page, search.sender)
  return (
    <search>
      <form action="/formate" className="grid gap-4 lg:grid-cols-[1fr_14rem_14rem] lg:items-end">
        <LiveSearchField
          label="Formate durchsuchen"
          name="q"
          term={search.q ?? ''}
          onSearch={(term) => show({ q: term || undefined })}
        />
        <div className="grid grid-cols-2 gap-3 lg:col-span-2 lg:gap-4">
          <ChannelFilter
            label="Sender"
            name="sender"
            channels={used.broadcasters}
            value={search.sender}
            onChange={(sender) => show({ sender })}
          />
          <ChannelFilter
            label="Streaming"
            name="anbieter"
            channels={used.providers}
            value={search.anbieter}
            onChange={(anbieter) => show({ anbieter })}
          />
        </div>
        <noscript>
          <button type="submit" className={buttonClass()}>
            Anzeigen
          </button>
        </noscript>
      </form>
    </search>
  )
}

type FilterProps = {
  label: string
  name: string
  channels: { id: string; name: string }[]
  value: string | undefined
  onChange: (slug: string | undefined) => void
}

function ChannelFilter({ label, name, channels, value, onChange }: FilterProps) {
  return (
    <SelectField
      label={label}
      name={name}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">Alle</option>
      {channels.map((channel) => (
        <option key={channel.id} value={channelSlug(channel)}>
          {channel.name}
        </option>
      ))}
    </SelectField>
  )
}

/**
 * Broadcasters and providers of at least one format. A service that is both is offered once, as the provider, unless
 * the address names the broadcaster.
 */
function usedChannels({ items, broadcasters, providers }: FormatsPageData, sender: string | undefined) {
  const used = new Set(items.flatMap((format) => [format.broadcaster_id, format.streaming_provider_id]))
  const twins = new Set(broadcasters.filter(({ id }) => used.has(id)).map(({ name }) => name))
  const shown = providers.filter(({ id, name }) => used.has(id) || twins.has(name))
  const names = new Set(shown.map(({ name }) => name))
  return {
    broadcasters: broadcasters.filter(
      (one) => used.has(one.id) && (!names.has(one.name) || channelSlug(one) === sender),
    ),
    providers: shown,
  }
}

/** Slug of a broadcaster or provider. The plus is significant: RTL and RTL+ are different. */
export const channelSlug = (channel: { name: string }): string => slugify(channel.name.replaceAll('+', ' plus'))

/** The broadcaster or provider with this slug; undefined if unknown. */
export function bySlug<T extends { name: string }>(channels: readonly T[], slug: string | undefined): T | undefined {
  return slug === undefined ? undefined : channels.find((channel) => channelSlug(channel) === slug)
}

const tiles = Array.from({ length: 9 }, (_, index) => index)

export function FormatsSkeleton() {
  return (
    <div className="page" role="status">
      <VisuallyHidden>Formate werden geladen</VisuallyHidden>
      <PageHead title="Formate" intro="Moment, wir suchen die Fernbedienung." />
      <Skeleton className="h-12 rounded-round" />
      <Skeleton className="mt-4 mb-6 h-19" />
      <div className="format-grid">
        {tiles.map((tile) => (
          <div key={tile}>
            <Skeleton className="aspect-4/3" />
            <Skeleton className="mt-2 h-7" />
          </div>
        ))}
      </div>
    </div>
  )
}
