import type { AdminOperations } from '@hot/domain/contract/admin/operations'
import type { InstallationState } from '@hot/domain/contract/site'
import { buildName } from '@hot/domain/installation/build-name'
import { todayInBerlin } from '@hot/domain/time/berlin-time'
import { longDateTime } from '@hot/domain/time/german-date'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { serverNow } from '#web/platform/device/server-clock.ts'
import { Button, Segmented } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { Callout, EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { installationStateQuery } from '../dashboard/api.ts'
import { rehearsalLine } from '../dashboard/warnings.ts'
import { FigureTable, FoldedTable } from '../kit/figure-table.tsx'
import { AdminHead, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { PickedMinute } from './minute.tsx'
import {
  type Curve,
  curves,
  instantOf,
  minuteOf,
  operationsQuery,
  operationsSpans,
  peakTime,
  places,
  readOperationsSearch,
  spanNames,
  timeText,
} from './rows.ts'
import './operations.css'

/** `/admin/operations`: what the server was like, minute by minute, for fourteen days. */
export default function OperationsScreen() {
  const [{ zeit = '24', um }, setSearch] = useAdminSearch(readOperationsSearch)
  const { data, isError, isPlaceholderData, refetch } = useQuery(operationsQuery(zeit, um))
  const heading = useRef<HTMLHeadingElement>(null)
  const today = todayInBerlin(serverNow())
  const pick = (minute: string) => {
    setSearch({ um: minute }, { push: true })
    // After the section is there: what was picked is shown where the focus goes.
    requestAnimationFrame(() => requestAnimationFrame(() => heading.current?.focus()))
  }
  const pickInstant = (instant: string) => pick(minuteOf(instant))
  return (
    <>
      <AdminHead title="Betrieb" intro="Wie es dem Server ging: eine Zeile je Minute, 14 Tage lang, ohne Personen." />
      <FilterBar>
        <Segmented label="Zeitraum">
          {operationsSpans.map((span) => (
            <button key={span} type="button" aria-pressed={span === zeit} onClick={() => setSearch({ zeit: span })}>
              {spanNames[span]}
            </button>
          ))}
        </Segmented>
        <MinuteForm key={um} minute={um ?? minuteOf(new Date(serverNow()).toISOString())} onPick={pick} />
      </FilterBar>
      {isError && !data && (
        <ErrorState title="Die Zahlen konnten nicht geladen werden" onRetry={() => void refetch()} />
      )}
      {!data && !isError && (
        <div role="status" aria-label="Die Zahlen werden geladen">
          <Skeleton className="h-80" />
        </div>
      )}
      {data && (
        <div className="operations grid grid-cols-1 gap-8" aria-busy={isPlaceholderData}>
          {um && (
            <PickedMinute
              page={data}
              instant={instantOf(um)}
              today={today}
              isLoading={isPlaceholderData}
              heading={heading}
              onPick={pickInstant}
            />
          )}
          {data.points.length === 0 && (
            <EmptyState
              emoji="📈"
              title="Noch keine Zahlen aus diesem Zeitraum."
              text="Der Server hält jede Minute fest, wie es ihm ging. Schau in ein, zwei Minuten wieder vorbei."
            />
          )}
          {data.points.length > 0 && <OperationsCharts page={data} today={today} onPick={pickInstant} />}
          <Installation />
        </div>
      )}
    </>
  )
}

/** Asks for a minute by day and time, in Berlin. */
function MinuteForm({ minute, onPick }: { minute: string; onPick: (minute: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get('minute'))
    if (given !== '') onPick(given.slice(0, 16))
  }
  return (
    <form onSubmit={submit} className="operations-form">
      <TextField label="Minute (Berliner Zeit)" name="minute" type="datetime-local" defaultValue={minute} required />
      <Button type="submit">Ansehen</Button>
    </form>
  )
}

const backupText = ({ by, at }: InstallationState['backups']): string => {
  if (by === 'supabase') return 'macht das Supabase-Projekt'
  return at === null ? 'noch keine' : longDateTime(at)
}

/** Which program runs, when it was backed up last, and what is wrong with it. */
function Installation() {
  const { data, isError, refetch } = useQuery(installationStateQuery)
  if (isError && !data)
    return <ErrorState title="Der Zustand der Installation ließ sich nicht laden" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40" />
  const { build, backups, findings } = data
  const rehearsal = rehearsalLine(data)
  return (
    <section className="grid gap-4">
      <SectionHead title="Installation" />
      {findings && <Findings findings={findings} />}
      <dl className="operations-facts">
        {build && (
          <div>
            <dt>Version</dt>
            <dd>{`HoT ${buildName(build)}`}</dd>
          </div>
        )}
        <div>
          <dt>Letzte Sicherung</dt>
          <dd>{backupText(backups)}</dd>
        </div>
        {rehearsal && (
          <div>
            <dt>Letzte Probe</dt>
            <dd>{rehearsal}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** What `npm run doctor` says, too. */
function Findings({ findings }: { findings: NonNullable<InstallationState['findings']> }) {
  if (findings.length === 0)
    return (
      <Callout kind="ok">
        <p>Nichts zu tun: Einstellungen, Mails, Datenbank, Sicherungen und Rechner sind in Ordnung.</p>
      </Callout>
    )
  return (
    <ul className="grid gap-3">
      {findings.map(({ name, severity, finding, remedy }) => (
        <li key={name}>
          <Callout kind={severity === 'error' ? 'warn' : 'plain'}>
            <p className="wrap-anywhere">
              <b>{finding}</b> <span>{remedy}</span>
            </p>
          </Callout>
        </li>
      ))}
    </ul>
  )
}

type ChartsProps = {
  page: AdminOperations
  today: string
  /** Picks a minute, as an instant. */
  onPick: (instant: string) => void
}

/** One chart for each curve. A press on a bar picks its worst minute; the table has the same for the keyboard. */
function OperationsCharts({ page, today, onPick }: ChartsProps) {
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
