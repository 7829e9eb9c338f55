import { charts } from '@hot/domain/chart/entries'
import type { FormatStatistic } from '@hot/domain/contract/chart'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Heat } from '#web/entities/star/score.tsx'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { DataTable, MiniBars } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { EndOfList } from '#web/ui/data/paged-list.tsx'
import { Figure } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { useCurrentInView } from '#web/ui/layout/navigation.tsx'
import { cached, formatSorting, sortFormats } from './api.ts'
import { ChartLayout } from './chart-layout.tsx'
import { Podium } from './chart-rows.tsx'
import { FormatAvatar, FormatLink } from './format-rows.tsx'
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
      controls={<Measures chosen={sorting} />}
      legend={
        <>
          <span className="max-lg:hidden">{`Sortiert nach „${sorting.label}“. Tipp auf einen Spaltenkopf, um anders zu sortieren.`}</span>
          <span className="lg:hidden">Wisch die Tabelle nach links, dann kommen mehr Spalten →</span>
        </>
      }
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

/** What to sort by, as chips: on phones the heads of most columns lie outside of the screen. */
function Measures({ chosen }: { chosen: FormatSorting }) {
  const row = useRef<HTMLElement>(null)
  useCurrentInView(row)
  return (
    <nav ref={row} className="scroller lg:hidden" aria-label="Sortieren nach">
      {formatSortings.map((sorting) => (
        <SortLink
          key={sorting.key}
          sorting={sorting}
          className="chip"
          aria-current={sorting.key === chosen.key ? 'true' : undefined}
        >
          {sorting.label}
        </SortLink>
      ))}
    </nav>
  )
}

type SortLinkProps = { sorting: FormatSorting; children: ReactNode } & Pick<
  ComponentProps<'a'>,
  'className' | 'aria-current'
>

function SortLink({ sorting, children, ...rest }: SortLinkProps) {
  return (
    <Link
      to={charts['format-statistiken'].path}
      rel="nofollow"
      search={{ sortierung: sorting.key === formatSortings[0].key ? undefined : sorting.key }}
      resetScroll={false}
      activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      {...rest}
    >
      {children}
    </Link>
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
        unit: sorting.unit,
      }))}
    />
  )
}

function PodiumValue({ value, isScore }: { value: number | null; isScore: boolean }) {
  return isScore ? <Heat score={value} /> : <Figure>{formatCount(value ?? 0)}</Figure>
}

const explanation =
  'Gezählt wird, was bei HoT steht: wer in mindestens einer Staffel dabei war (jede Person einmal), die Staffeln, freigegebene Beiträge mit dem Format als Thema und alle Sendetermine, auch die kommenden, ohne Wiederholungen und was ausfiel. Der HoT-Schnitt ist der Durchschnitt aller, die dabei waren und genug Stimmen haben. Die Balken zeigen die Sendetermine der letzten zwölf Monate, der rechte ist der laufende. Bei Gleichstand stehen oben, wo mehr Leute dabei waren, dann geht es nach dem Namen. Beiträge und HoT-Schnitt rechnen wir einmal in der Stunde neu.'

type FormatTableProps = { statistics: FormatStatistic[]; sorting: FormatSorting }

/** Statistics of all formats. Each column header is a link that sorts by it, descending. */
function FormatTable({ statistics, sorting }: FormatTableProps) {
  const head = useRef<HTMLTableSectionElement>(null)
  // On phones the column may lie outside of the table's part that is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again for another column.
  useEffect(() => {
    if (head.current) showSorted(head.current)
  }, [sorting.key])
  const most = Math.max(1, ...statistics.flatMap(({ events_by_month }) => events_by_month))
  return (
    <DataTable caption={`Formate in Zahlen, sortiert nach ${sorting.label}`}>
      <thead ref={head}>
        <tr>
          <th scope="col">Format</th>
          <th scope="col" className="max-lg:hidden">
            {`12 Monate, 0–${most} im Monat`}
          </th>
          {formatSortings.map((column) => (
            <SortHead key={column.key} column={column} chosen={column.key === sorting.key} />
          ))}
        </tr>
      </thead>
      <tbody>
        {statistics.map((statistic) => (
          <FormatLine key={statistic.format.id} statistic={statistic} most={most} />
        ))}
      </tbody>
    </DataTable>
  )
}

/** Scrolls the table sideways, so that the column it is sorted by stands beside the names, which stay. */
function showSorted(head: HTMLElement): void {
  const [names] = head.querySelectorAll('th')
  const sorted = head.querySelector<HTMLElement>('[aria-sort]')
  const scroller = head.closest('.table-scroller')
  if (names && sorted && scroller) scroller.scrollLeft = sorted.offsetLeft - names.offsetWidth
}

function SortHead({ column, chosen }: { column: FormatSorting; chosen: boolean }) {
  return (
    <th scope="col" className="number" aria-sort={chosen ? 'descending' : undefined}>
      <SortLink sorting={column} className={chosen ? 'text-ink' : 'underline decoration-1 underline-offset-4'}>
        {column.label}
        {chosen && <span aria-hidden="true"> ↓</span>}
      </SortLink>
    </th>
  )
}

/** Styles the first cell, a row header, like the other cells. */
const cell = 'border-b border-rule align-middle'

type LineProps = {
  statistic: FormatStatistic
  /** Broadcasts of a month, of any format: one scale for all bars. */
  most: number
}

function FormatLine({ statistic, most }: LineProps) {
  const { format, participants, seasons, average_score, posts, events, events_by_month } = statistic
  return (
    <tr>
      <th scope="row" className={`${cell} text-small sm:min-w-48 text-ink`}>
        <span className="flex gap-2 whitespace-normal">
          <span aria-hidden="true">{format.emoji}</span>
          <FormatLink format={format} />
        </span>
      </th>
      <td className={`${cell} max-lg:hidden`}>
        <MiniBars label={barsLabel(events_by_month)} values={events_by_month} most={most} />
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
