import type { AdminStarRow } from '@hot/domain/contract/admin/stars'
import { starName } from '@hot/domain/star/name'
import { Link } from '@tanstack/react-router'
import { Badge } from '#web/ui/data/badge.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount, formatScore } from '#web/ui/data/format-number.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { editStarPath } from './star-addresses.ts'

/** One row per star; what is missing is named where the number would stand. */
export function StarsTable({ stars }: { stars: AdminStarRow[] }) {
  return (
    <DataTable caption="Stars">
      <thead>
        <tr>
          <th scope="col">Star</th>
          <th scope="col">Fehlt</th>
          <th scope="col" className="number">
            HoT
          </th>
          <th scope="col" className="number">
            Fans
          </th>
          <th scope="col" className="number">
            Staffeln
          </th>
          <th scope="col" className="number">
            Social
          </th>
        </tr>
      </thead>
      <tbody>
        {stars.map((star) => (
          <Row key={star.id} star={star} />
        ))}
      </tbody>
    </DataTable>
  )
}

function Row({ star }: { star: AdminStarRow }) {
  const name = starName(star)
  return (
    <tr>
      <td>
        <span className="flex items-center gap-3">
          <Avatar id={star.id} name={name} src={star.avatar_url} size={28} />
          <span className="min-w-40">
            <Link to={editStarPath(star.id)} className="link">
              {name}
            </Link>{' '}
            {!star.is_active && <Badge>Versteckt</Badge>}
          </span>
        </span>
      </td>
      <td className="meta">{gapsOf(star).join(', ')}</td>
      <td className="number">{star.hot_score === null ? '–' : formatScore(star.hot_score)}</td>
      <td className="number">{formatCount(star.fans)}</td>
      <td className="number">{formatCount(star.seasons)}</td>
      <td className="number">{formatCount(star.social)}</td>
    </tr>
  )
}

function gapsOf(star: AdminStarRow): string[] {
  const gaps: [missing: boolean, text: string][] = [
    [!star.avatar_url, 'Bild'],
    [!star.has_bio, 'Bio'],
    [star.social === 0, 'Social'],
    [star.seasons === 0, 'Staffel'],
  ]
  return gaps.filter(([missing]) => missing).map(([, text]) => text)
}
