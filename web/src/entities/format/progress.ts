import type { OwnProgress } from '@hot/domain/contract/episode'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

/** How far the member has seen each season: asked for where seasons are shown. */
function useOwnProgress() {
  const who = useViewer()
  const userId = who.state === 'member' ? who.user.id : null
  const query = queryOptions({
    queryKey: ['account', userId ?? '', 'progress'],
    queryFn: ({ signal }) => rpc('own_progress', {}, signal),
    // Only the member changes it, and a change replaces it.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: userId !== null,
  })
  const { data, isError, refetch } = useQuery(query)
  return { queryKey: query.queryKey, progress: data, failed: isError, retry: () => void refetch() }
}

/**
 * For members, where results of seasons are shown. A page that came with the document is the guests': it is asked for anew for whoever
 * has said how far they are in one of the seasons, and whenever they say something else.
 */
export function OwnResults({ seasonIds }: { seasonIds: readonly string[] }) {
  const client = useQueryClient()
  const { progress } = useOwnProgress()
  const said = progress
    ?.filter(({ season_id }) => seasonIds.includes(season_id))
    .map(({ season_id, until }) => `${season_id} ${until}`)
    .sort()
    .join()
  const before = useRef('')
  useEffect(() => {
    if (said === undefined || said === before.current) return
    before.current = said
    void client.invalidateQueries({ queryKey: ['formats', 'season'] })
    void client.invalidateQueries({ queryKey: ['stars', 'one'] })
  }, [client, said])
  return null
}

/**
 * Until which episode the viewer has seen a season (undefined: not known yet; null: they have not said), and a function to
 * change it.
 */
export function useProgress(seasonId: string) {
  const client = useQueryClient()
  const { progress, queryKey, failed, retry } = useOwnProgress()
  const change = useMutation<OwnProgress, Error, number | null>({
    mutationFn: (wanted) => rpc('set_progress', { p_season: seasonId, p_until: wanted }),
    networkMode: 'always',
    retry: false,
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
    onError: (error) => showToast({ kind: 'error', title: 'Das hat nicht geklappt.', text: failureText(error) }),
  })
  return {
    until: progress && (progress.find(({ season_id }) => season_id === seasonId)?.until ?? null),
    failed,
    retry,
    busy: change.isPending,
    change: (wanted: number | null) => change.mutate(wanted),
  }
}
