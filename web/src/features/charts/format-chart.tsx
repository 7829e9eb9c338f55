import { charts } from '@hot/domain/chart/entries'
import type { FormatStatistic } from '@hot/domain/contract/chart'
import type { FormatRef } from '@hot/domain/contract/format'
import { firstGraphemes } from '@hot/domain/text/graphemes'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { tileName } from '#web/entities/format/format-text.ts'
import { Heat } from '#web/entities/star/score.tsx'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { classNames } from '#web/ui/class-names.ts'
import { readableTextColor } from '#web/ui/color/contrast.ts'
import { DataTable, MiniBars } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { EndOfList } from '#web/ui/data/paged-list.tsx'
import { Figure } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { cached, formatSorting, sortFormats } from './api.ts'
import { ChartLayout } from './chart-layout.tsx'
import { ChartRow, Podium } from './chart-rows.tsx'
import { type FormatChartSearch, type FormatSorting, formatSortings } from './search.ts'

export const formatChartQuery = queryOptions({
  ...cached.formats,
  queryKey: ['charts', 'formats'],
  queryFn: ({ signal }) => rpc('chart_formats', {}, signal),
})

/** Format Statistiken: all formats in numbers, sortable by each. */
export function FormatChart({ search, share }: { search: FormatChartSearch; share: ReactNode }) {
  const { data } = useSuspenseQuery(formatChartQuery)
  const sorting = formatSorting(search.sortierung)
  const statistics = sortFormats(data, sorting)
  return (
    <ChartLayout
      chart="format-statistiken"
      intro="Zahlen, aber spannend."
      share={share}
      podium={<FormatPodium statistics={statistics} sorting={sorting} />}
      explanation={explanation}
      legend={`Sortiert nach „${sorting.label}“. Tipp auf einen Spaltenkopf, um anders zu sortieren.`}
      wide
    >
      {statistics.length === 0 ? (
        <EmptyState emoji="📺" title="Noch keine Formate" text="Sendepause. Schau bald wieder rein." />
      ) : (
        <>
          <FormatTable statistics={statistics} sorting={sorting} />
          <EndOfList>Das waren alle. Mehr Fernsehen gibt’s nicht.</EndOfList>
        </>
      )}
    </ChartLayout>
  )
}

type FormatPodiumProps = { statistics: FormatStatistic[]; sorting: FormatSorting }

function FormatPodium({ statistics, sorting }: FormatPodiumProps) {
  if (statistics.length === 0) return null
  return (
    <Podium
      entries={statistics.slice(0, 3).map((statistic, index) => ({
        key: statistic.format.id,
        picture: <FormatAvatar format={statistic.format} size={index === 0 ? 'first' : 'podium'} />,
        title: <FormatLink format={statistic.format} />,
        value: <PodiumValue value={sorting.value(statistic)} isScore={sorting.key === 'score'} />,
      }))}
    />
  )
}

function PodiumValue({ value, isScore }: { value: number | null; isScore: boolean }) {
  return isScore ? <Heat score={value} /> : <Figure>{formatCount(value ?? 0)}</Figure>
}

const explanation =
  'Gezählt wird, was bei HoT steht: wer in mindestens einer Staffel dabei war (jede Person einmal), die Staffeln, freigegebene Beiträge mit dem Format als Thema und alle Sendetermine, auch die kommenden. Der HoT-Schnitt ist der Durchschnitt aller, die dabei waren und genug Stimmen haben. Die Balken zeigen die Sendetermine der letzten zwölf Monate, der rechte ist der laufende. Bei Gleichstand stehen oben, wo mehr Leute dabei waren, dann geht es nach dem Namen. Beiträge und HoT-Schnitt rechnen wir einmal in der Stunde neu.'

type FormatTableProps = { statistics: FormatStatistic[]; sorting: FormatSorting }

/** Statistics of all formats. Each column header is a link that sorts by it, descending. */
function FormatTable({ statistics, sorting }: FormatTableProps) {
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
        to={charts['format-statistiken'].path}
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

/** Styles the first cell, a row header, like the other cells. */
const cell = 'border-b border-rule align-middle'

function FormatLine({ statistic }: { statistic: FormatStatistic }) {
  const { format, participants, seasons, average_score, posts, events, events_by_month } = statistic
  return (
    <tr>
      <th scope="row" className={`${cell} text-small sm:max-w-56 text-ink`}>
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

/** The formats with the most participants as chart rows. */
export function FormatRows({ statistics }: { statistics: FormatStatistic[] }) {
  const max = Math.max(1, ...statistics.map(({ participants }) => participants))
  return (
    <ol>
      {statistics.map(({ format, participants, seasons }, index) => (
        <ChartRow
          key={format.id}
          rank={index + 1}
          picture={<FormatAvatar format={format} />}
          title={<FormatLink format={format} />}
          meta={`${seasons} ${seasons === 1 ? 'Staffel' : 'Staffeln'}`}
          value={<Figure>{formatCount(participants)}</Figure>}
          heat={(participants / max) * 100}
        />
      ))}
    </ol>
  )
}

function FormatLink({ format }: { format: FormatRef }) {
  return (
    <Link to="/formate/$formatSlug" params={{ formatSlug: format.slug }}>
      {tileName(format.name, format.short_name)}
    </Link>
  )
}

type FormatAvatarProps = { format: FormatRef; size?: 'row' | 'podium' | 'first' }

const sizes = { row: 'size-11 text-[22px] lg:size-12', podium: 'size-16 text-[32px]', first: 'size-22 text-[44px]' }

/** A format in place of an avatar: square, in its colour. Decorative: the name is beside it. */
function FormatAvatar({ format, size = 'row' }: FormatAvatarProps) {
  const { color, emoji, name } = format
  return (
    <span
      className={classNames('grid flex-none place-items-center font-head leading-none', sizes[size])}
      style={{ background: color, color: readableTextColor(color) }}
      aria-hidden="true"
    >
      {emoji ?? firstGraphemes(name, 1)}
    </span>
  )
}
