import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { eventName } from './event-names.ts'
import type { EventTotal } from './event-totals.ts'

type Props = { totals: readonly EventTotal[]; isPending: boolean; isError: boolean; onRetry: () => void }

/** Everything that was counted, by its type. */
export function EventTable({ totals, isPending, isError, onRetry }: Props) {
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
        <DataTable caption="Ereignisse nach Typ, die häufigsten zuerst">
          <thead>
            <tr>
              <th scope="col">Ereignis</th>
              <th scope="col" className="number">
                Anzahl
              </th>
              <th scope="col" className="number">
                in Besuchen
              </th>
            </tr>
          </thead>
          <tbody>
            {totals.map(({ type, events, sessions }) => (
              <tr key={type}>
                <th scope="row">
                  {eventName(type)} <code className="meta">{type}</code>
                </th>
                <td className="number">{formatCount(events)}</td>
                <td className="number">{formatCount(sessions)}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </section>
  )
}
