import type { AdminAnalytics, AnalyticsDay } from '@hot/domain/contract/admin/analytics'
import { shortDay } from '@hot/domain/time/german-date'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Badge } from '#web/ui/data/stat.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { FigureTable, FoldedTable } from '../kit/figure-table.tsx'
import { type EventTotal, eventName, figureNames, sourceName, vitalRows } from './rows.ts'

/** The figures of the charts as a table, latest day first. */
export function DayTable({ days }: { days: readonly AnalyticsDay[] }) {
  return (
    <FoldedTable summary="Tag für Tag als Tabelle">
      <FigureTable
        caption="Alle Zahlen je Tag, der letzte Tag zuerst"
        rows="Tag"
        figures={figureNames.map(({ title }) => title)}
      >
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
      </FigureTable>
    </FoldedTable>
  )
}

/** The sites that visits came from. Names only: anybody may claim to come from somewhere. */
export function SourceTable({ sources }: { sources: AdminAnalytics['sources'] }) {
  return (
    <MostTable
      title="Woher Besuche kommen"
      caption="Die zwanzig Websites, von denen die meisten Besuche kamen"
      empty="In diesem Zeitraum wurde kein Besuch gezählt."
      heads={['Woher', 'Besuche']}
      rows={sources.map(({ source, visits }) => ({ name: sourceName(source), total: visits }))}
    />
  )
}

/** The most viewed pages, by the first two segments of their path. */
export function PageTable({ pages }: { pages: AdminAnalytics['pages'] }) {
  return (
    <MostTable
      title="Meistgesehene Seiten"
      caption="Die zwanzig meistgesehenen Seiten"
      empty="In diesem Zeitraum wurde keine Seite gezählt."
      heads={['Seite', 'Aufrufe']}
      rows={pages.map(({ path, views }) => ({ name: path, total: views }))}
    />
  )
}

type MostTableProps = {
  title: string
  caption: string
  empty: string
  heads: readonly [name: string, total: string]
  rows: readonly { name: string; total: number }[]
}

/** Names with a number each, most first. */
function MostTable({ title, caption, empty, heads, rows }: MostTableProps) {
  return (
    <section>
      <SectionHead title={title} />
      {rows.length === 0 && <p className="meta">{empty}</p>}
      {rows.length > 0 && (
        <DataTable caption={caption}>
          <thead>
            <tr>
              <th scope="col">{heads[0]}</th>
              <th scope="col" className="number">
                {heads[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, total }) => (
              <tr key={name}>
                <th scope="row" className="page-path">
                  {name}
                </th>
                <td className="number">{formatCount(total)}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </section>
  )
}

type EventTableProps = { totals: readonly EventTotal[]; isPending: boolean; isError: boolean; onRetry: () => void }

/** All events, by type. */
export function EventTable({ totals, isPending, isError, onRetry }: EventTableProps) {
  return (
    <section>
      <SectionHead title="Alle Ereignisse" />
      {isError && <ErrorState title="Die Ereignisse konnten nicht geladen werden" onRetry={onRetry} />}
      {isPending && (
        <div role="status" aria-label="Die Ereignisse werden geladen">
          <Skeleton className="h-40" />
        </div>
      )}
      {totals.length > 0 && (
        <FigureTable
          caption="Ereignisse nach Typ, die häufigsten zuerst"
          rows="Ereignis"
          figures={['Anzahl', 'in Besuchen']}
        >
          {totals.map(({ type, events, sessions }) => (
            <tr key={type}>
              <th scope="row">
                {eventName(type)} <code className="meta">{type}</code>
              </th>
              <td className="number">{formatCount(events)}</td>
              <td className="number">{formatCount(sessions)}</td>
            </tr>
          ))}
        </FigureTable>
      )}
    </section>
  )
}

/** Web vitals of visitors; rated by the 75th percentile of page loads. */
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
