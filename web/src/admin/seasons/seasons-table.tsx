import type { AdminSeasonsPage } from '@hot/domain/contract/admin/seasons'
import { seasonStatusTexts } from '@hot/domain/format/season-status'
import { seasonPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import { Badge } from '#web/ui/data/badge.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { editSeasonAddress } from './season-addresses.ts'

type Row = AdminSeasonsPage['items'][number]

/** Counting stops there. */
const countedMax = 1000
const upTo = (count: number) => (count < countedMax ? formatCount(count) : `${formatCount(countedMax)}+`)
const dayFormat = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' })
const day = (text: string | null) => (text ? dayFormat.format(new Date(`${text}T00:00:00Z`)) : '–')

export function SeasonsTable({ seasons }: { seasons: readonly Row[] }) {
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
          to={editSeasonAddress(season.id)}
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
