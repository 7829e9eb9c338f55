import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { createSeasonAddress } from './season-addresses.ts'
import { seasonsQuery } from './seasons-queries.ts'
import { type SeasonsSearch, seasonStateKeys, seasonsSearch } from './seasons-search.ts'
import { SeasonsTable } from './seasons-table.tsx'

const labels = { kommt: 'Kommt', läuft: 'Läuft', beendet: 'Beendet', 'ohne-cast': 'Ohne Cast' } as const

/** /admin/seasons: the seasons of all formats. */
export default function SeasonsScreen() {
  const [search, setSearch] = useAdminSearch(seasonsSearch)
  return (
    <>
      <AdminHead title="Staffeln" intro="Nach Format, die neueste zuerst.">
        <Link to={createSeasonAddress} className={buttonClass({ variant: 'hot' })}>
          Staffel anlegen
        </Link>
      </AdminHead>
      <FilterBar>
        <AdminSearchField label="Suche" value={search.q ?? ''} onChange={(q) => setSearch({ q: q || undefined })} />
        <SelectField
          label="Status"
          value={search.status ?? ''}
          onChange={(event) => setSearch({ status: seasonStateKeys.find((state) => state === event.target.value) })}
        >
          <option value="">Alle</option>
          {seasonStateKeys.map((state) => (
            <option key={state} value={state}>
              {labels[state]}
            </option>
          ))}
        </SelectField>
      </FilterBar>
      <SeasonsList search={search} />
    </>
  )
}

function SeasonsList({ search }: { search: SeasonsSearch }) {
  const list = useInfiniteQuery(seasonsQuery(search))
  return (
    <PagedList
      list={list}
      loading="Staffeln werden geladen"
      failed="Die Staffeln konnten nicht geladen werden"
      empty={<NothingFound filtered={Object.values(search).some(Boolean)} />}
      end="Das sind alle Staffeln."
    >
      {(seasons) => <SeasonsTable seasons={seasons} />}
    </PagedList>
  )
}

function NothingFound({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState emoji="🔎" title="Keine Staffel passt." text="Nimm einen Filter weg." />
  return (
    <EmptyState emoji="🎬" title="Noch keine Staffel." text="Leg die erste an.">
      <Link to={createSeasonAddress} className={buttonClass({ variant: 'strong' })}>
        Staffel anlegen
      </Link>
    </EmptyState>
  )
}
