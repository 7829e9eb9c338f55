import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ChoiceFilter } from '../kit/list.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { createStarPath, socialPath } from './star-addresses.ts'
import { adminStarsQuery } from './stars-queries.ts'
import { readStarsSearch, type StarsSearch, starGaps, starSorts, starStates } from './stars-search.ts'
import { StarsTable } from './stars-table.tsx'
import './stars.css'

/** /admin/stars: everyone we know, also the hidden ones, and what is missing about them. */
export default function StarsScreen() {
  const [search, setSearch] = useAdminSearch(readStarsSearch)
  return (
    <>
      <AdminHead title="Stars" intro="Alle, auch die versteckten.">
        <Link to={socialPath} className={buttonClass()}>
          Social Media
        </Link>
        <Link to={createStarPath} className={buttonClass({ variant: 'hot' })}>
          Neuer Star
        </Link>
      </AdminHead>
      <FilterBar>
        <AdminSearchField label="Name" value={search.q ?? ''} onChange={(q) => setSearch({ q: q || undefined })} />
        <ChoiceFilter
          label="Zustand"
          all="Alle"
          choices={starStates}
          value={search.zustand}
          onChange={(zustand) => setSearch({ zustand })}
        />
        <ChoiceFilter
          label="Es fehlt"
          all="Egal"
          choices={starGaps}
          value={search.fehlt}
          onChange={(fehlt) => setSearch({ fehlt })}
        />
        <ChoiceFilter
          label="Sortierung"
          choices={starSorts}
          value={search.sortierung ?? 'name'}
          onChange={(sortierung) => setSearch({ sortierung })}
        />
      </FilterBar>
      <StarsList search={search} onReset={() => setSearch({ q: undefined, zustand: undefined, fehlt: undefined })} />
    </>
  )
}

function StarsList({ search, onReset }: { search: StarsSearch; onReset: () => void }) {
  const list = useInfiniteQuery(adminStarsQuery(search))
  return (
    <div className="dense-rows">
      <PagedList
        list={list}
        loading="Stars werden geladen"
        failed="Die Stars konnten nicht geladen werden"
        empty={<NoStars filtered={Boolean(search.q || search.zustand || search.fehlt)} onReset={onReset} />}
        more="Mehr Stars"
      >
        {(stars) => <StarsTable stars={stars} />}
      </PagedList>
    </div>
  )
}

function NoStars({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  if (filtered)
    return (
      <EmptyState emoji="🔍" title="Niemand passt dazu." text="Prüf die Schreibweise oder nimm Filter weg.">
        <button type="button" className={buttonClass()} onClick={onReset}>
          Filter zurücksetzen
        </button>
      </EmptyState>
    )
  return (
    <EmptyState emoji="⭐" title="Noch keine Stars." text="Leg den ersten an, oder importier eine Liste.">
      <Link to={createStarPath} className={buttonClass({ variant: 'strong' })}>
        Neuer Star
      </Link>
    </EmptyState>
  )
}
