import type { FormatStatistic } from '@hot/domain/contract/chart'
import { Link } from '@tanstack/react-router'
import { Heat } from '#web/entities/star/score.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { MiniBars } from '#web/ui/data/sparkline.tsx'
import { FormatLink } from './format-rows.tsx'
import { type FormatSorting, formatSortings } from './format-sorting.ts'

type Props = { statistics: FormatStatistic[]; sorting: FormatSorting }

/** All formats in numbers. Each head of a column is a link that sorts by it, most first. */
export function FormatTable({ statistics, sorting }: Props) {
  return (
    <DataTable caption={`Formate in Zahlen, sortiert nach ${sorting.label}`}>
      <thead>
        <tr>
          <th scope="col">Format</th>
          <th scope="col">12 Monate</th>
          {formatSortings.map((column) => (
            <SortHead key={column.key} column={column} chosen={column.key === sorting.key} />
          ))}
        </tr>
      </thead>
      <tbody>
        {statistics.map((statistic) => (
          <FormatLine key={statistic.format.id} statistic={statistic} />
        ))}
      </tbody>
    </DataTable>
  )
}

function SortHead({ column, chosen }: { column: FormatSorting; chosen: boolean }) {
  return (
    <th scope="col" className="number" aria-sort={chosen ? 'descending' : undefined}>
      <Link
        to="/charts/stars/format-statistiken"
        search={{ sortierung: column.key === formatSortings[0].key ? undefined : column.key }}
        className={chosen ? 'text-ink' : 'underline decoration-1 underline-offset-4'}
        resetScroll={false}
        activeOptions={{ exact: true }}
      >
        {column.label}
        {chosen && <span aria-hidden="true"> ↓</span>}
      </Link>
    </th>
  )
}

/** The first cell is a head for screen readers, but looks like its row. */
const cell = 'border-b border-rule align-middle'

function FormatLine({ statistic }: { statistic: FormatStatistic }) {
  const { format, participants, seasons, average_score, posts, events, events_by_month } = statistic
  return (
    <tr>
      <th scope="row" className={`${cell} max-w-56 text-small text-ink`}>
        <span className="flex gap-2 whitespace-normal">
          <span aria-hidden="true">{format.emoji}</span>
          <FormatLink format={format} />
        </span>
      </th>
      <td className={cell}>
        <MiniBars label={barsLabel(events_by_month)} values={events_by_month} />
      </td>
      <td className={`${cell} number`}>{formatCount(participants)}</td>
      <td className={`${cell} number`}>{formatCount(seasons)}</td>
      <td className={`${cell} number`}>{average_score === null ? '–' : <Heat score={average_score} />}</td>
      <td className={`${cell} number`}>{formatCount(posts)}</td>
      <td className={`${cell} number`}>{formatCount(events)}</td>
    </tr>
  )
}

function barsLabel(byMonth: number[]): string {
  const total = byMonth.reduce((sum, count) => sum + count, 0)
  return `Sendungen je Monat: ${formatCount(total)} in zwölf Monaten, ${formatCount(byMonth.at(-1) ?? 0)} in diesem`
}
