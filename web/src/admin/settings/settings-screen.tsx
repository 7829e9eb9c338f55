import { queryOptions, useQuery } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useStaff } from '../kit/access.tsx'
import { AdminHead } from '../kit/screen.tsx'
import { SettingsForm } from './settings-form.tsx'

const settingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', userId, 'settings'],
    queryFn: ({ signal }) => rpc('admin_settings_page', {}, signal),
    staleTime: 0,
    meta: { personal: true },
  })

/** `/admin/settings`: what an admin may change while the site runs. */
export default function SettingsScreen() {
  const { userId } = useStaff()
  const { data, isError, refetch } = useQuery(settingsQuery(userId))
  return (
    <>
      <AdminHead title="Einstellungen" intro="Gilt für alle, sobald du speicherst." />
      {isError && !data && (
        <ErrorState title="Die Einstellungen konnten nicht geladen werden" onRetry={() => void refetch()} />
      )}
      {!data && !isError && (
        <div role="status" aria-label="Einstellungen werden geladen">
          <Skeleton className="h-80" />
        </div>
      )}
      {data && <SettingsForm key={data.updated_at} saved={data} onReload={refetch} />}
    </>
  )
}
