import type { AdminSeasonsPage } from '@hot/domain/contract/admin/formats'
import { seasonStatusTexts } from '@hot/domain/format/season-status'
import { seasonPath } from '@hot/domain/url/paths'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { type Column, countUpTo, ResourceTable } from '../kit/list.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { createSeasonPath, editSeasonPath } from '../paths.ts'
import { type SeasonsSearch, seasonStateKeys, seasonsQuery, seasonsSearch } from './api.ts'

const labels = { kommt: 'Kommt', läuft: 'Läuft', beendet: 'Beendet', 'ohne-cast': 'Ohne Cast' } as const

/** /admin/seasons: the seasons of all formats. */
export default function SeasonsScreen() {
  const [search, setSearch] = useAdminSearch(seasonsSearch)
  return (
    <>
      <AdminHead title="Staffeln" intro="Nach Format, die neueste zuerst.">
        <Link to={createSeasonPath} className={buttonClass({ variant: 'hot' })}>
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
      {(seasons) => <ResourceTable caption="Staffeln" columns={columns} rows={seasons} />}
    </PagedList>
  )
}

function NothingFound({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState emoji="🔎" title="Keine Staffel passt." text="Nimm einen Filter weg." />
  return (
    <EmptyState emoji="🎬" title="Noch keine Staffel." text="Leg die erste an.">
      <Link to={createSeasonPath} className={buttonClass({ variant: 'strong' })}>
        Staffel anlegen
      </Link>
    </EmptyState>
  )
}

const dayFormat = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' })
const day = (text: string | null) => (text ? dayFormat.format(new Date(`${text}T00:00:00Z`)) : '–')

const columns: readonly Column<AdminSeasonsPage['items'][number]>[] = [
  {
    head: 'Staffel',
    className: 'min-w-48',
    cell: ({ id, season_number, title, format }) => (
      <>
        <Link
          to={editSeasonPath(id)}
          className="link block border-l-8 pl-2.5 font-bold"
          style={{ borderColor: format.color }}
        >
          {format.name}, Staffel {season_number}
        </Link>
        {title && <span className="meta block pl-4.5">{title}</span>}
      </>
    ),
  },
  {
    head: 'Status',
    cell: ({ status }) => <Badge kind={status === 'running' ? 'live' : 'plain'}>{seasonStatusTexts[status]}</Badge>,
  },
  { head: 'Von', className: 'whitespace-nowrap', cell: (season) => day(season.start_date) },
  { head: 'Bis', className: 'whitespace-nowrap', cell: (season) => day(season.end_date) },
  {
    head: 'Cast',
    number: true,
    cell: ({ participants }) => (participants > 0 ? formatCount(participants) : 'keiner'),
  },
  { head: 'Folgen', number: true, cell: (season) => countUpTo(season.events) },
  {
    head: 'Seite',
    cell: ({ slug, format }) =>
      format.is_active ? (
        <Link to={seasonPath(format.slug, slug)} className="link">
          {slug}
        </Link>
      ) : (
        <Badge>inaktiv</Badge>
      ),
  },
]
