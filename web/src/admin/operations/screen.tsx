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
import { AdminHead, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { instantOf, minuteOf, operationsQuery, operationsSpans, readOperationsSearch, spanNames } from './api.ts'
import { OperationsCharts } from './charts.tsx'
import { PickedMinute } from './minute.tsx'
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
