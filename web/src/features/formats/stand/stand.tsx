import type { OwnProgress } from '@hot/domain/contract/episode'
import type { Standing } from '@hot/domain/episode/standing'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useEffect, useId } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import './stand.css'

type Props = { seasonId: string; standing: Standing }

/** How far the member has seen a season: a tick an episode, the next one by one press, any other from a list. */
export function Stand({ seasonId, standing: { numbers, aired } }: Props) {
  const { until, busy, change } = useProgress(seasonId)
  const id = useId()
  if (until === undefined) return <div className="stand" aria-hidden="true" />
  const seen = until ?? 0
  const watchable = numbers.filter((number) => number <= aired)
  const next = watchable.find((number) => number > seen)
  return (
    <section className="stand" aria-labelledby={id}>
      <h3 id={id} className="type-h4">
        {standText(until, numbers)}
      </h3>
      <ol className="stand-ticks">
        {numbers.map((number) => (
          <li key={number} data-is={number <= seen ? 'seen' : number <= aired ? 'aired' : undefined}>
            <VisuallyHidden>{tickText(number, seen, aired)}</VisuallyHidden>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3">
        {next !== undefined && (
          <Button variant="hot" busy={busy} onClick={() => change(next)}>
            <Icon of={Check} size={16} />
            {`Folge ${next} gesehen`}
          </Button>
        )}
        <label className="flex items-center gap-2">
          <span className="meta">Gesehen bis</span>
          <select
            className="field-input stand-until"
            value={until ?? ''}
            onChange={({ target: { value } }) => change(value === '' ? null : Number(value))}
          >
            <option value="">keine Angabe</option>
            <option value="0">noch nichts</option>
            {watchable
              .filter((number) => number > 0)
              .map((number) => (
                <option key={number} value={number}>
                  {`Folge ${number}`}
                </option>
              ))}
          </select>
        </label>
      </div>
      <p className="meta">
        {until === null
          ? 'Sag, wie weit du bist: Platzierungen bleiben verdeckt, bis du so weit bist. Das siehst nur du.'
          : 'Wer wie weit kam, zeigen wir dir, sobald du alles Gelaufene gesehen hast. Deinen Stand siehst nur du.'}
      </p>
    </section>
  )
}

function standText(until: number | null, numbers: readonly number[]): string {
  if (until === null) return 'Wie weit bist du?'
  if (until === 0) return 'Noch nichts gesehen'
  return `Gesehen bis Folge ${until} von ${numbers.at(-1)}`
}

function tickText(number: number, seen: number, aired: number): string {
  if (number <= seen) return `Folge ${number}: gesehen`
  return number <= aired ? `Folge ${number}: gelaufen` : `Folge ${number}: kommt noch`
}

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
function useProgress(seasonId: string) {
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
