import type { ImportOutcome } from '@hot/domain/contract/admin/imports'
import { importTableNames } from '@hot/domain/import/import-report'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { tableNames } from './import-texts.ts'

/** What an import does to each table, or did. */
export function CountsTable({ counts }: { counts: ImportOutcome }) {
  return (
    <DataTable caption="Zeilen je Tabelle">
      <thead>
        <tr>
          <th scope="col">Tabelle</th>
          <th scope="col" className="number">
            Neu
          </th>
          <th scope="col" className="number">
            Geändert
          </th>
          <th scope="col" className="number">
            Unverändert
          </th>
        </tr>
      </thead>
      <tbody>
        {importTableNames.map((table) => {
          const row = counts[table]
          return row ? (
            <tr key={table}>
              <th scope="row">{tableNames[table]}</th>
              <td className="number">{formatCount(row.new)}</td>
              <td className="number">{formatCount(row.changed)}</td>
              <td className="number">{formatCount(row.unchanged)}</td>
            </tr>
          ) : null
        })}
      </tbody>
    </DataTable>
  )
}
