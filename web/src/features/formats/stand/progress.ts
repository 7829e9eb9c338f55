import type { OwnProgress } from '@hot/domain/contract/episode'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

/** How far the member has seen each season: asked for where a season is shown. */
const progressQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', userId, 'progress'],
    queryFn: ({ signal }) => rpc('own_progress', {}, signal),
    // Only the member changes it, and a change replaces it.
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Until which episode the viewer has seen a season (undefined: not known yet; null: they have not said), and a function to
 * change it.
 */
export function useProgress(seasonId: string) {
  const who = useViewer()
  const userId = who.state === 'member' ? who.user.id : null
  const client = useQueryClient()
  const query = progressQuery(userId ?? '')
  const { data } = useQuery({ ...query, enabled: userId !== null })
  const until = data && (data.find(({ season_id }) => season_id === seasonId)?.until ?? null)
  const change = useMutation<OwnProgress, Error, number | null>({
    mutationFn: (wanted) => rpc('set_progress', { p_season: seasonId, p_until: wanted }),
    networkMode: 'always',
    retry: false,
    onSuccess: (progress) => client.setQueryData(query.queryKey, progress),
    onError: (error) => showToast({ kind: 'error', title: 'Das hat nicht geklappt.', text: failureText(error) }),
  })
  const said = typeof until === 'number' ? until : undefined
  // A page that came with the document is the guests': what it may say depends on how far this member is.
  useEffect(() => {
    if (said === undefined && !change.isSuccess) return
    void client.invalidateQueries({ queryKey: ['formats', 'season'] })
    void client.invalidateQueries({ queryKey: ['stars', 'one'] })
  }, [client, said, change.isSuccess])
  return { until, busy: change.isPending, change: (wanted: number | null) => change.mutate(wanted) }
}
