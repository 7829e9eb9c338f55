import type { AdminAnalytics } from '@hot/domain/contract/admin/analytics'
import type { Day } from '@hot/domain/time/berlin-time'
import { dayMonth } from '@hot/domain/time/german-date'
import { formatCount } from '#web/ui/data/format-number.ts'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { FigureTable } from '../kit/figure-table.tsx'
import { conversionRows, figureNames, funnelRows, retentionRows, type ShareRow } from './rows.ts'

/** One chart per figure; the table below has the numbers of every day. */
export function FigureCharts({ page }: { page: AdminAnalytics }) {
  return (
    <section>
      <SectionHead title="Auf einen Blick" />
      <ul className="figure-charts">
        {figureNames.map(({ key, title }) => (
          <li key={key}>
            <h3>{title}</h3>
            <b className="num">{formatCount(page.total[key])}</b>
            <DayBars title={title} days={page.days.map((day) => ({ day: day.day, value: day[key] }))} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type DayBarsProps = { title: string; days: readonly { day: Day; value: number }[] }

const height = 72
const step = 10
const bar = 7

/** A bar chart of the days, as wide as its column. Shows the value under the pointer; a zero has a minimal bar. */
function DayBars({ title, days }: DayBarsProps) {
  const most = Math.max(1, ...days.map(({ value }) => value))
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return null
  const best = days.reduce((one, other) => (other.value > one.value ? other : one))
  return (
    <figure className="bar-chart day-bars">
      <svg
        role="img"
        aria-label={`${title} je Tag, am meisten ${formatCount(best.value)} am ${dayMonth(best.day)}, heute ${formatCount(last.value)}`}
        viewBox={`0 0 ${days.length * step - (step - bar)} ${height}`}
        preserveAspectRatio="none"
      >
        {days.map(({ day, value }, at) => {
          const tall = Math.max(2, (value / most) * height)
          return (
            <rect key={day} x={at * step} y={height - tall} width={bar} height={tall}>
              <title>{`${dayMonth(day)}: ${formatCount(value)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="meta" aria-hidden="true">
        <span>{dayMonth(first.day)}</span>
        <span>{`Spitze ${formatCount(best.value)}`}</span>
        <span>{dayMonth(last.day)}</span>
      </figcaption>
    </figure>
  )
}

/** The sign-up funnel, the goals, and retention. */
export function MemberWays({ page }: { page: AdminAnalytics }) {
  return (
    <>
      <Funnel page={page} />
      <section>
        <SectionHead title="Ziele" />
        <p className="meta">Von allen, die sich in diesem Zeitraum registriert haben, in beliebiger Reihenfolge.</p>
        <Shares caption="Erreichte Ziele neuer Mitglieder" rows={conversionRows(page)} />
      </section>
      <section>
        <SectionHead title="Wiederkehr" />
        <p className="meta">Von allen, für die der siebte oder dreißigste Tag in diesen Zeitraum fiel.</p>
        <Shares caption="Wer nach 7 und nach 30 Tagen wieder da war" rows={retentionRows(page)} />
      </section>
    </>
  )
}

function Funnel({ page }: { page: AdminAnalytics }) {
  return (
    <section>
      <SectionHead title="Weg der Mitglieder" />
      <p className="meta">Wer diesen Schritt und alle davor getan hat, von allen, die sich hier registriert haben.</p>
      <FigureTable
        caption="Fünf Schritte von der Registrierung bis zum ersten Kommentar"
        rows="Schritt"
        figures={['Mitglieder', 'von allen', 'vom Schritt davor']}
      >
        {funnelRows(page).map(({ name, done, share, fromPrevious, ofStart }) => (
          <tr key={name}>
            <th scope="row" className="funnel-step" style={{ '--share': ofStart }}>
              {name}
            </th>
            <td className="number">{formatCount(done)}</td>
            <td className="number">{share}</td>
            <td className="number">{fromPrevious}</td>
          </tr>
        ))}
      </FigureTable>
    </section>
  )
}

function Shares({ caption, rows }: { caption: string; rows: readonly ShareRow[] }) {
  return (
    <FigureTable caption={caption} rows="Ziel" figures={['erreicht', 'von', 'Anteil']}>
      {rows.map(({ name, done, members, share }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td className="number">{formatCount(done)}</td>
          <td className="number">{formatCount(members)}</td>
          <td className="number">{share}</td>
        </tr>
      ))}
    </FigureTable>
  )
}
