import type { AdminOperations } from '@hot/domain/contract/admin/operations'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { FigureTable, FoldedTable } from '../kit/figure-table.tsx'
import { type Curve, curves, peakTime, places, timeText } from './rows.ts'

type ChartsProps = {
  page: AdminOperations
  today: string
  /** Picks a minute, as an instant. */
  onPick: (instant: string) => void
}

/** One chart for each curve. A press on a bar picks its worst minute; the table has the same for the keyboard. */
export function OperationsCharts({ page, today, onPick }: ChartsProps) {
  return (
    <section>
      <SectionHead title="Verlauf" />
      <p className="meta mb-4">
        Ein Druck auf einen Balken zeigt seine langsamste Minute. Lücken: Der Server lief nicht, oder die Datenbank war
        weg.
      </p>
      <ul className="operations-charts">
        {curves.map((curve) => (
          <li key={curve.key}>
            <h3>
              {curve.title} <span className="meta">{curve.about(page.step_minutes)}</span>
            </h3>
            <CurveBars curve={curve} page={page} today={today} onPick={onPick} />
          </li>
        ))}
      </ul>
      <PointTable page={page} today={today} onPick={onPick} />
    </section>
  )
}

const height = 64

function CurveBars({ curve, page, today, onPick }: ChartsProps & { curve: Curve }) {
  const { steps, list } = places(page)
  const most = Math.max(1, ...list.map(({ point }) => curve.of(point)))
  const best = list.find(({ point }) => curve.of(point) === Math.max(...list.map((one) => curve.of(one.point))))
  const last = list.at(-1)
  if (!best || !last) return null
  const peak = `${curve.text(curve.of(best.point))} ${peakTime(best.point.at, page.step_minutes, today)}`
  return (
    <figure className="bar-chart operations-bars">
      <svg
        role="img"
        aria-label={`${curve.title}: höchstens ${peak}, zuletzt ${curve.text(curve.of(last.point))}`}
        viewBox={`0 0 ${steps * 10} ${height}`}
        preserveAspectRatio="none"
      >
        {list.map(({ at, point }) => {
          const tall = Math.max(1, (curve.of(point) / most) * height)
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table below has the same as buttons
            <g key={point.at} onClick={() => onPick(point.worst)}>
              <title>{`${timeText(point.at, today)}: ${curve.text(curve.of(point))}`}</title>
              <rect className="operations-reach" x={at * 10} y={0} width={10} height={height} />
              <rect x={at * 10} y={height - tall} width={8} height={tall} />
            </g>
          )
        })}
      </svg>
      <figcaption className="meta" aria-hidden="true">
        <span>{timeText(page.since, today)}</span>
        <span>{`Spitze ${peak}`}</span>
        <span>{timeText(page.until, today)}</span>
      </figcaption>
    </figure>
  )
}

/** The same figures as a table, latest first; each row picks its worst minute. */
function PointTable({ page, today, onPick }: ChartsProps) {
  return (
    <FoldedTable summary="Als Tabelle">
      <FigureTable
        caption="Verlauf als Zahlen, das Neueste zuerst"
        rows="Zeit"
        figures={curves.map(({ title }) => title)}
      >
        {page.points.toReversed().map((point) => (
          <tr key={point.at}>
            <th scope="row">
              <button type="button" className="link" onClick={() => onPick(point.worst)}>
                {timeText(point.at, today)}
              </button>
            </th>
            {curves.map((curve) => (
              <td key={curve.key} className="number">
                {curve.text(curve.of(point))}
              </td>
            ))}
          </tr>
        ))}
      </FigureTable>
    </FoldedTable>
  )
}
