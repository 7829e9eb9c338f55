import type { AdminAnalytics } from '@hot/domain/contract/admin/analytics'
import { todayInBerlin } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { serverNow } from '#web/platform/device/server-clock.ts'
import { Button, Segmented } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { Callout, EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { saveTable } from '../kit/list.tsx'
import { AdminHead, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { FigureCharts, MemberWays } from './charts.tsx'
import {
  analyticsQuery,
  analyticsTable,
  analyticsWindows,
  eventsQuery,
  eventTotals,
  firstDay,
  readAnalyticsSearch,
  suspicionRows,
} from './rows.ts'
import { DayTable, EventTable, PageTable, SourceTable, VitalTable } from './tables.tsx'
import './analytics.css'

/** `/admin/analytics`: activity of people who consented to analytics. */
export default function AnalyticsScreen() {
  const [{ tage = '30' }, setSearch] = useAdminSearch(readAnalyticsSearch)
  const since = firstDay(tage, todayInBerlin(serverNow()))
  const { data, isError, isPlaceholderData, refetch } = useQuery(analyticsQuery(since))
  const events = useQuery(eventsQuery(since))
  const isOld = isPlaceholderData || events.isPlaceholderData
  const totals = eventTotals(events.data ?? [])
  const isEmpty = data?.total.sessions === 0 && data.suspicions.length === 0
  const save = () => data && saveTable(`hot-zahlen-${data.since}-${data.until}`, analyticsTable(data, totals))
  return (
    <>
      <AdminHead title="Zahlen" intro="Gezählt wird nur, wer „Alles akzeptieren“ gewählt hat. Ohne Namen.">
        <Button onClick={save} disabled={!data || isEmpty || isOld} busy={events.isPending}>
          <Icon of={Download} />
          Als CSV sichern
        </Button>
      </AdminHead>
      <FilterBar>
        <Segmented label="Zeitraum">
          {analyticsWindows.map((days) => (
            <button key={days} type="button" aria-pressed={days === tage} onClick={() => setSearch({ tage: days })}>
              {days} Tage
            </button>
          ))}
        </Segmented>
      </FilterBar>
      {isError && !data && (
        <ErrorState title="Die Zahlen konnten nicht geladen werden" onRetry={() => void refetch()} />
      )}
      {!data && !isError && (
        <div role="status" aria-label="Die Zahlen werden geladen">
          <Skeleton className="h-80" />
        </div>
      )}
      {data && isEmpty && (
        <EmptyState
          emoji="📊"
          title="Noch keine Zahlen in diesem Zeitraum."
          text="Gezählt werden nur Menschen, die „Alles akzeptieren“ gewählt haben. Alle anderen bleiben ungezählt."
        />
      )}
      {data && !isEmpty && (
        <div className="analytics grid grid-cols-1 gap-8" aria-busy={isOld}>
          <p className="meta">
            {longDay(data.since)} bis {longDay(data.until)}, beide mitgezählt. Heute läuft noch.
          </p>
          <FigureCharts page={data} />
          <DayTable days={data.days} />
          <MemberWays page={data} />
          <PageTable pages={data.pages} />
          <SourceTable sources={data.sources} />
          <VitalTable page={data} />
          <Suspicions page={data} />
          <EventTable
            totals={totals}
            isPending={events.isPending}
            isError={events.isError}
            onRetry={() => void events.refetch()}
          />
          <Callout>
            Besucher:innen sind Mitglieder, je einmal, und Gäste, je einmal pro Besuch: Gäste erkennen wir nicht wieder.
            Ereignisse werden nach 90 Tagen gelöscht.
          </Callout>
        </div>
      )}
    </>
  )
}

/** Registrations flagged as suspicious by the server. */
function Suspicions({ page }: { page: AdminAnalytics }) {
  const rows = suspicionRows(page)
  return (
    <section>
      <SectionHead title="Auffällige Registrierungen" />
      {rows.length === 0 && <p className="meta">Keine in diesem Zeitraum.</p>}
      {rows.length > 0 && (
        <dl className="suspicions">
          {rows.map(({ name, total }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{formatCount(total)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
