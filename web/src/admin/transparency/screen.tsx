import type { AdminTransparency } from '@hot/domain/contract/admin/staff'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { Callout, ErrorState } from '#web/ui/feedback/state.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { saveTable } from '../kit/list.tsx'
import { AdminHead, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { periodOf, periodProblem, type ReportPart, readPeriodSearch, reportParts, reportTable } from './report.ts'
import './transparency.css'

/** Figures of moderation in a period, which the law requires of platforms (DSA Art. 15 and 24). */
export default function TransparencyScreen() {
  const [search, setSearch] = useAdminSearch(readPeriodSearch)
  const period = periodOf(search, berlinDay(serverInstant()))
  const problem = periodProblem(period)
  const { data, isError, refetch } = useQuery({
    queryKey: ['admin', 'transparency', period.from, period.to],
    queryFn: ({ signal }) => rpc('admin_transparency', { p_from: period.from, p_to: period.to }, signal),
    enabled: problem === null,
    staleTime: 0,
    meta: { personal: true },
  })
  const save = () => data && saveTable(`hot-transparenz-${data.from}-${data.to}`, reportTable(data))
  return (
    <>
      <AdminHead title="Transparenz" intro="Meldungen, Entscheidungen und Einsprüche in Zahlen, ohne Namen.">
        <Button onClick={save} disabled={!data || problem !== null}>
          <Icon of={Download} />
          Als CSV sichern
        </Button>
      </AdminHead>
      <FilterBar>
        <TextField
          label="Von"
          type="date"
          value={period.from}
          onChange={({ target }) => setSearch({ von: target.value || undefined })}
        />
        <TextField
          label="Bis"
          type="date"
          value={period.to}
          error={problem}
          onChange={({ target }) => setSearch({ bis: target.value || undefined })}
        />
      </FilterBar>
      {!problem && isError && (
        <ErrorState title="Die Zahlen konnten nicht geladen werden" onRetry={() => void refetch()} />
      )}
      {!problem && !isError && !data && (
        <div role="status" aria-label="Wird geladen">
          <Skeleton className="h-80" />
        </div>
      )}
      {!problem && data && <Report report={data} />}
    </>
  )
}

function Report({ report }: { report: AdminTransparency }) {
  return (
    <>
      <p className="mb-4">
        {longDay(report.from)} bis {longDay(report.to)}, beide mitgezählt.
      </p>
      <div className="report-parts">
        {reportParts(report).map((part) => (
          <Part key={part.title} part={part} />
        ))}
      </div>
      <Callout>
        Eingeschränkt wird nur durch Menschen: Keine Ablehnung, Löschung, Verwarnung oder Sperre fällt automatisch.
        Automatisch ist allein die Veröffentlichung bei Mitgliedern, die sich bewährt haben.
      </Callout>
    </>
  )
}

const shown = (value: number | string | null) => (typeof value === 'number' ? formatCount(value) : (value ?? '–'))

function Part({ part: { title, rows } }: { part: ReportPart }) {
  return (
    <section>
      <h2 className="type-h3">{title}</h2>
      {rows.length === 0 && <p className="meta">Nichts in diesem Zeitraum.</p>}
      <dl>
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{shown(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
