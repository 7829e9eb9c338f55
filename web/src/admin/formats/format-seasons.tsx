import type { AdminFormat } from '@hot/domain/contract/admin/formats'
import { seasonStatusTexts } from '@hot/domain/format/season-status'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { createSeasonAddress, editSeasonAddress } from './format-addresses.ts'

/** The seasons of a format, and the way to the next one. */
export function FormatSeasons({ format }: { format: AdminFormat }) {
  return (
    <section className="grid justify-items-start gap-3">
      <h2 className="type-h4">Staffeln</h2>
      {format.seasons.length === 0 && <p className="meta">Noch keine.</p>}
      {format.seasons.length > 0 && (
        <DataTable caption="Staffeln">
          <thead>
            <tr>
              <th>Staffel</th>
              <th>Status</th>
              <th className="number">Cast</th>
            </tr>
          </thead>
          <tbody>
            {format.seasons.map((season) => (
              <tr key={season.id}>
                <td>
                  <Link to={editSeasonAddress(season.id)} className="link font-bold">
                    Staffel {season.season_number}
                    {season.title && `: ${season.title}`}
                  </Link>
                </td>
                <td>{seasonStatusTexts[season.status]}</td>
                <td className="number">{formatCount(season.participants)}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
      <Link to={createSeasonAddress} search={{ format: format.id }} className={buttonClass({ small: true })}>
        Staffel anlegen
      </Link>
    </section>
  )
}
