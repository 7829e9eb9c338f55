import type { AdminSeasonsPage } from '@hot/domain/contract/admin/seasons'
import { seasonStatusTexts } from '@hot/domain/format/season-status'
import { seasonPath } from '@hot/domain/url/paths'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
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
      {(seasons) => <SeasonsTable seasons={seasons} />}
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

type Row = AdminSeasonsPage['items'][number]

/** Counting stops there. */
const countedMax = 1000
const upTo = (count: number) => (count < countedMax ? formatCount(count) : `${formatCount(countedMax)}+`)
const dayFormat = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' })
const day = (text: string | null) => (text ? dayFormat.format(new Date(`${text}T00:00:00Z`)) : '–')

function SeasonsTable({ seasons }: { seasons: readonly Row[] }) {
  return (
    <DataTable caption="Staffeln">
      <thead>
        <tr>
          <th>Staffel</th>
          <th>Status</th>
          <th>Von</th>
          <th>Bis</th>
          <th className="number">Cast</th>
          <th className="number">Folgen</th>
          <th>Seite</th>
        </tr>
      </thead>
      <tbody>
        {seasons.map((season) => (
          <SeasonRow key={season.id} season={season} />
        ))}
      </tbody>
    </DataTable>
  )
}

function SeasonRow({ season }: { season: Row }) {
  const { format } = season
  return (
    <tr>
      <td className="min-w-48">
        <Link
          to={editSeasonPath(season.id)}
          className="link block border-l-8 pl-2.5 font-bold"
          style={{ borderColor: format.color }}
        >
          {format.name}, Staffel {season.season_number}
        </Link>
        {season.title && <span className="meta block pl-4.5">{season.title}</span>}
      </td>
      <td>
        <Badge kind={season.status === 'running' ? 'live' : 'plain'}>{seasonStatusTexts[season.status]}</Badge>
      </td>
      <td className="whitespace-nowrap">{day(season.start_date)}</td>
      <td className="whitespace-nowrap">{day(season.end_date)}</td>
      <td className="number">{season.participants > 0 ? formatCount(season.participants) : 'keiner'}</td>
      <td className="number">{upTo(season.events)}</td>
      <td>
        {format.is_active ? (
          <Link to={seasonPath(format.slug, season.slug)} className="link">
            {season.slug}
          </Link>
        ) : (
          <Badge>inaktiv</Badge>
        )}
      </td>
    </tr>
  )
}
