import type { AdminAnalytics } from '@hot/domain/contract/admin/analytics'
import { Badge } from '#web/ui/data/badge.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { vitalRows } from './analytics-rows.ts'

/** Web vitals of the people who came; the rating goes by what three quarters of the page loads stay below. */
export function VitalTable({ page }: { page: AdminAnalytics }) {
  const rows = vitalRows(page)
  return (
    <section>
      <SectionHead title="Ladezeiten" />
      {rows.length > 0 && (
        <p className="meta">
          Drei von vier Aufrufen waren schneller als der Wert bei 75&nbsp;%, nach ihm geht die Bewertung. Alle Werte auf
          1&nbsp;% genau.
        </p>
      )}
      {rows.length === 0 && <p className="meta">In diesem Zeitraum wurde nichts gemessen.</p>}
      {rows.length > 0 && (
        <DataTable caption="Web Vitals: Bewertung, 75 Prozent, Median und 95 Prozent">
          <thead>
            <tr>
              <th scope="col">Messwert</th>
              <th scope="col">Bewertung</th>
              <th scope="col" className="number">
                75 %
              </th>
              <th scope="col" className="number">
                Median
              </th>
              <th scope="col" className="number">
                95 %
              </th>
              <th scope="col" className="number">
                Messungen
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, samples, p50, p75, p95, rating }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>
                  <Badge kind={rating === 'gut' ? 'plain' : 'new'}>{rating}</Badge>
                </td>
                <td className="number">{p75}</td>
                <td className="number">{p50}</td>
                <td className="number">{p95}</td>
                <td className="number">{formatCount(samples)}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </section>
  )
}
