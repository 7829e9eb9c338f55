import type { StarsPage } from '@hot/domain/contract/star'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { StarGrid } from '#web/entities/star/star-grid.tsx'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { ListFoot } from '#web/ui/data/list-footer.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import type { StarsSearch } from './stars-search.ts'
import { StarGridSkeleton } from './stars-skeleton.tsx'

/** Portraits in view when the page opens on a phone. */
const eagerPortraits = 4

type Props = { list: UseInfiniteQueryResult<InfiniteData<StarsPage>>; search: StarsSearch }

export function StarsList({ list, search }: Props) {
  if (list.isError && !list.isFetchNextPageError) {
    return <ErrorState title="Die Stars konnten nicht geladen werden" onRetry={() => list.refetch()} />
  }
  if (!list.data) return <StarGridSkeleton />
  const stars = list.data.pages.flatMap((page) => page.items)
  if (stars.length === 0) return <NoStars search={search} />
  const next = nextHref(search, list.data.pages.at(-1)?.next)
  return (
    <div className={list.isPlaceholderData ? 'opacity-60' : undefined} aria-busy={list.isPlaceholderData}>
      {search.nach && (
        <p className="mb-4">
          <Link to="/stars" search={{ ...search, nach: undefined }} className="link">
            Zum Anfang der Liste
          </Link>
        </p>
      )}
      <StarGrid stars={stars} eager={eagerPortraits} level={2} />
      {!list.isPlaceholderData && (
        <ListFoot list={list} href={next} more="Mehr Stars" end="Alle geladen. Tiefer fällt hier niemand." />
      )}
    </div>
  )
}

function NoStars({ search: { q, buchstabe } }: { search: StarsSearch }) {
  if (!q && !buchstabe)
    return <EmptyState emoji="🌵" title="Noch keine Stars" text="Die Villa ist leer. Schau bald wieder rein." />
  return (
    <EmptyState
      emoji="🔎"
      title={q ? `Keine Ergebnisse für „${q}“ gefunden` : `Kein Star mit ${buchstabe}`}
      text="Spitznamen und halbe Namen gehen auch."
    >
      <Link to="/stars" className={buttonClass({ variant: 'strong' })}>
        Alle Stars
      </Link>
    </EmptyState>
  )
}

/** Where the list goes on, for readers without JavaScript. */
function nextHref(search: StarsSearch, next: string | null | undefined): string | undefined {
  if (!next) return undefined
  const given = Object.entries({ ...search, nach: next }).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `/stars?${new URLSearchParams(given)}`
}
