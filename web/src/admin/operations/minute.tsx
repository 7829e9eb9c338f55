import type { AdminOperations, OperationsMinute } from '@hot/domain/contract/admin/operations'
import { minuteVerdict, secondsText } from '@hot/domain/monitoring/slow-minute'
import { longDateTime } from '@hot/domain/time/german-date'
import { type Ref, useId } from 'react'
import { formatCount } from '#web/ui/data/format-number.ts'
import { FigureTable } from '../kit/figure-table.tsx'
import { factsOf, kindNames, pickedOf, timeText } from './rows.ts'

type MinuteProps = {
  page: AdminOperations
  /** The picked minute. */
  instant: string
  today: string
  isLoading: boolean
  /** Gets the focus when a minute was picked. */
  heading: Ref<HTMLHeadingElement>
  onPick: (instant: string) => void
}

/** What one minute looked like, in words and figures, with those around it. */
export function PickedMinute({ page, instant, today, isLoading, heading, onPick }: MinuteProps) {
  const id = useId()
  const minute = pickedOf(page, instant)
  return (
    <section aria-labelledby={id} aria-busy={isLoading}>
      <h2 ref={heading} id={id} tabIndex={-1} className="section-title mb-2">
        {longDateTime(instant)}
      </h2>
      <div role="status">
        {isLoading && <p className="meta">Die Minute wird geladen …</p>}
        {!isLoading && !minute && (
          <p>
            Von dieser Minute gibt es keine Zahlen: Sie ist noch nicht vorbei oder länger als 14 Tage her, der Server
            lief nicht, oder die Datenbank war zu lange weg.
          </p>
        )}
        {!isLoading && minute && (
          <ul className="operations-verdict">
            {minuteVerdict(minute).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
      {minute && !isLoading && <MinuteFacts page={page} minute={minute} />}
      {page.around.length > 0 && !isLoading && <Around page={page} instant={instant} today={today} onPick={onPick} />}
    </section>
  )
}

function MinuteFacts({ page, minute }: { page: AdminOperations; minute: OperationsMinute }) {
  const kinds = Object.entries(page.kinds).toSorted(([, one], [, other]) => other.n - one.n)
  return (
    <>
      <dl className="operations-facts">
        {factsOf(minute).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {minute.unlogged > 0 && (
        <p className="meta">{`Das Log hat ${formatCount(minute.unlogged)} gleiche Zeilen dieser Minute ausgelassen.`}</p>
      )}
      {minute.lost > 0 && (
        <p className="meta">{`${formatCount(minute.lost)} Minuten davor ließen sich nicht aufbewahren.`}</p>
      )}
      {kinds.length > 0 && (
        <FigureTable
          caption="Anfragen dieser Minute nach Art"
          rows="Art"
          figures={['Anfragen', 'halbe unter', '95 von 100 unter']}
        >
          {kinds.map(([kind, { n, p50, p95 }]) => (
            <tr key={kind}>
              <th scope="row">{kindNames[kind] ?? kind}</th>
              <td className="number">{formatCount(n)}</td>
              <td className="number">{secondsText(p50)}</td>
              <td className="number">{secondsText(p95)}</td>
            </tr>
          ))}
        </FigureTable>
      )}
    </>
  )
}

function Around({ page, instant, today, onPick }: Pick<MinuteProps, 'page' | 'instant' | 'today' | 'onPick'>) {
  return (
    <>
      <h3 className="type-h3 mt-4 mb-2">Zehn Minuten davor und danach</h3>
      <FigureTable
        caption="Die Minuten davor und danach"
        rows="Minute"
        figures={['Anfragen', 'Antwortzeit', 'Fehler', 'Abgewiesen', 'Schlange', 'Längste Abfrage', 'Verzug', 'CPU']}
      >
        {page.around.map((minute) => (
          <tr key={minute.at} aria-current={Date.parse(minute.at) === Date.parse(instant) ? 'true' : undefined}>
            <th scope="row">
              <button type="button" className="link" onClick={() => onPick(minute.at)}>
                {timeText(minute.at, today)}
              </button>
            </th>
            <td className="number">{formatCount(minute.requests)}</td>
            <td className="number">{secondsText(minute.p95)}</td>
            <td className="number">{formatCount(minute.failed)}</td>
            <td className="number">{formatCount(minute.refused)}</td>
            <td className="number">{formatCount(minute.queue)}</td>
            <td className="number">{secondsText(minute.statement_max)}</td>
            <td className="number">{secondsText(minute.loop_p99)}</td>
            <td className="number">{`${formatCount(minute.cpu)} %`}</td>
          </tr>
        ))}
      </FigureTable>
    </>
  )
}
