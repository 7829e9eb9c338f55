import type { AnalyticsDay } from '@hot/domain/contract/admin/analytics'
import { shortDay } from '@hot/domain/time/german-date'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { figureNames } from './analytics-rows.ts'

/** The charts in numbers, latest day first. */
export function DayTable({ days }: { days: readonly AnalyticsDay[] }) {
  return (
    <details className="day-table">
      <summary>Tag für Tag als Tabelle</summary>
      <DataTable caption="Alle Zahlen je Tag, der letzte Tag zuerst">
        <thead>
          <tr>
            <th scope="col">Tag</th>
            {figureNames.map(({ key, title }) => (
              <th key={key} scope="col" className="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{shortDay(day.day)}</th>
              {figureNames.map(({ key }) => (
                <td key={key} className="number">
                  {formatCount(day[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </details>
  )
}
