import { charts } from '@hot/domain/chart/entries'
import type { OwnHitRate } from '@hot/domain/contract/account/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Switch } from '#web/ui/controls/button.tsx'
import { Stat } from '#web/ui/data/stat.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useMember } from './account-layout.tsx'
import { hitRateQuery } from './api.ts'

/** How often the member was right about rumors, and whether others see it. */
export function HitRate() {
  const { user } = useMember()
  const query = hitRateQuery(user.id)
  const { data, isError, refetch } = useQuery(query)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (shown: boolean) => rpc('set_hit_rate_shown', { p_shown: shown }),
    networkMode: 'always',
    retry: false,
    onSuccess: (rate) => client.setQueryData<OwnHitRate>(query.queryKey, rate),
    onError: (error) => showToast({ kind: 'error', title: 'Nicht gespeichert', text: failureText(error) }),
  })
  if (isError && !data)
    return <ErrorState title="Deine Trefferquote konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-20" />
  return (
    <div className="grid gap-3">
      <div className="stats">
        <Stat value={data.decided === 0 ? '–' : `${Math.round((100 * data.hits) / data.decided)} %`}>
          {`${data.hits} von ${data.decided} Gerüchten richtig`}
        </Stat>
      </div>
      <p className="meta">
        Es zählt, was du vor der Entscheidung des Teams gestimmt hast. Ab zehn steht es auf deinem Profil und bei den{' '}
        <Link to={charts.spuernasen.path} className="link">
          {charts.spuernasen.title}
        </Link>
        .
      </p>
      <p className="flex items-center justify-between gap-3">
        <label htmlFor="trefferquote-zeigen">Anderen zeigen</label>
        <Switch id="trefferquote-zeigen" checked={data.shown} busy={isPending} onChange={mutate} />
      </p>
    </div>
  )
}
