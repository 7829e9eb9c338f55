import type { AdminAnalytics } from '@hot/domain/contract/admin/analytics'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { SectionHead } from '#web/ui/layout/section-header.tsx'

/** The most viewed pages, by the first two parts of their address. */
export function PageTable({ pages }: { pages: AdminAnalytics['pages'] }) {
  return (
    <section>
      <SectionHead title="Meistgesehene Seiten" />
      {pages.length === 0 && <p className="meta">In diesem Zeitraum wurde keine Seite gezählt.</p>}
      {pages.length > 0 && (
        <DataTable caption="Die zwanzig meistgesehenen Seiten">
          <thead>
            <tr>
              <th scope="col">Seite</th>
              <th scope="col" className="number">
                Aufrufe
              </th>
            </tr>
          </thead>
          <tbody>
            {pages.map(({ path, views }) => (
              <tr key={path}>
                <th scope="row" className="page-path">
                  {path}
                </th>
                <td className="number">{formatCount(views)}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </section>
  )
}
