import type { AdminStarRow } from '@hot/domain/contract/admin/stars'
import { starName } from '@hot/domain/star/name'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Distinction } from '#web/entities/star/distinction.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount, formatScore } from '#web/ui/data/format-number.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { ChoiceFilter, type Column, ResourceTable } from '../kit/list.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { createStarPath, editStarPath, socialPath } from '../paths.ts'
import { adminStarsQuery, readStarsSearch, type StarsSearch, starGaps, starSorts, starStates } from './api.ts'
import './stars.css'

/** /admin/stars: all stars, hidden ones included, and their missing details. */
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
        {(stars) => <ResourceTable caption="Stars" columns={columns} rows={stars} />}
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

const columns: readonly Column<AdminStarRow>[] = [
  {
    head: 'Star',
    cell: (star) => (
      <span className="flex items-center gap-3">
        <Avatar id={star.id} name={starName(star)} src={star.avatar_url} size={28} />
        <span className="min-w-40">
          <Link to={editStarPath(star.id)} className="link">
            {starName(star)}
          </Link>{' '}
          {!star.is_active && <Badge>Versteckt</Badge>}
          <Distinction star={star} />
        </span>
      </span>
    ),
  },
  { head: 'Fehlt', className: 'meta', cell: (star) => gapsOf(star).join(', ') },
  { head: 'HoT', number: true, cell: ({ hot_score }) => (hot_score === null ? '–' : formatScore(hot_score)) },
  { head: 'Fans', number: true, cell: (star) => formatCount(star.fans) },
  { head: 'Staffeln', number: true, cell: (star) => formatCount(star.seasons) },
  { head: 'Social', number: true, cell: (star) => formatCount(star.social) },
]

/** Labels of the details that a star still lacks. */
function gapsOf(star: AdminStarRow): string[] {
  const gaps: [missing: boolean, text: string][] = [
    [!star.avatar_url, 'Bild'],
    [star.lacks_credit, 'Bildnachweis'],
    [!star.has_bio, 'Bio'],
    [star.social === 0, 'Social'],
    [star.seasons === 0, 'Staffel'],
  ]
  return gaps.filter(([missing]) => missing).map(([, text]) => text)
}
