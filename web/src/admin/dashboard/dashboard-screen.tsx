import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/controls/button.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { ActionTable } from '../kit/action-log.tsx'
import { AdminHead, AdminLink } from '../kit/screen.tsx'
import { CacheState } from './cache-state.tsx'
import { latestActionsQuery, noFigures, statsQuery } from './dashboard-queries.ts'
import { HouseWarnings } from './installation-warnings.tsx'
import { LastDays } from './last-days.tsx'
import { FigureTables } from './stat-tables.tsx'
import { WaitingItems } from './waiting-items.tsx'
import './dashboard.css'

export default function DashboardScreen() {
  return (
    <>
      <AdminHead title="Übersicht" />
      <div className="grid grid-cols-1 gap-8">
        <HouseWarnings />
        <WaitingItems />
        <Stats />
        <LatestActions />
        <CacheState />
      </div>
    </>
  )
}

function Stats() {
  const { data, isError, refetch } = useQuery(statsQuery)
  if (!data && !isError) return <Skeleton className="h-80" />
  return (
    <>
      {isError && (
        <Note>
          Die Zahlen sind gerade nicht zu haben, deshalb stehen hier Nullen.{' '}
          <Button small onClick={() => void refetch()}>
            Erneut laden
          </Button>
        </Note>
      )}
      {data && <LastDays days={data.days} />}
      <FigureTables figures={data?.figures ?? noFigures} />
    </>
  )
}

function LatestActions() {
  const { data, isError, refetch } = useQuery(latestActionsQuery)
  return (
    <section>
      <SectionHead title="Zuletzt erledigt">
        <AdminLink to="/admin/activity">Aktivität</AdminLink>
      </SectionHead>
      {isError && <ErrorState title="Das Protokoll konnte nicht geladen werden" onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="h-40" />}
      {data?.actions.length === 0 && <EmptyState emoji="🗒️" title="Noch nichts erledigt." />}
      {data && data.actions.length > 0 && (
        <ActionTable caption="Die letzten Aktionen" actions={data.actions} now={new Date().toISOString()} />
      )}
    </section>
  )
}
