import type { FormatsPage as FormatsPageData } from '@hot/domain/contract/format'
import { filterFormats } from '@hot/domain/format/filter'
import { trendingFormats } from '@hot/domain/format/trending'
import { Link } from '@tanstack/react-router'
import { FormatGrid } from '#web/entities/format/format-entry.tsx'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { EndOfList } from '#web/ui/data/end-of-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PageHead } from '#web/ui/layout/page-header.tsx'
import { bySlug } from './channel-slug.ts'
import { FormatsControls } from './formats-controls.tsx'
import type { FormatsSearch } from './formats-search.ts'

type Props = {
  page: FormatsPageData
  search: FormatsSearch
  /** Milliseconds, given by the server. */
  now: number
}

/** All formats, trending first. The list is small and filtered in the browser. */
export function FormatsPage({ page, search, now }: Props) {
  const broadcaster = bySlug(page.broadcasters, search.sender)
  const provider = bySlug(page.providers, search.anbieter)
  const found = filterFormats(page.items, {
    text: search.q,
    broadcaster_id: broadcaster?.id,
    streaming_provider_id: provider?.id,
  })
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
