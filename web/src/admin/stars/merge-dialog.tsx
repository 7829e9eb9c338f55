import type { AdminStar } from '@hot/domain/contract/admin/stars'
import { starName } from '@hot/domain/star/name'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { mergeStars, starFailures } from './star-actions.ts'
import { adminStarQuery } from './stars-queries.ts'

type Props = { star: AdminStar; otherId: string; onMerged: () => Promise<void>; onClose: () => void }

/** What moves from the duplicate to the star that stays, before it happens. */
export function MergeDialog({ star, otherId, onMerged, onClose }: Props) {
  const other = useQuery(adminStarQuery(otherId))
  const merging = useAction(starFailures)
  const merge = async (gone: AdminStar) => {
    if (!(await merging.run(() => mergeStars(star, gone)))) return
    showToast({ title: 'Zusammengelegt', text: `/stars/${gone.slug} leitet jetzt hierher.` })
    onClose()
    await onMerged()
  }
  return (
    <Dialog open onClose={() => !merging.busy && onClose()} title="Zusammenlegen">
      {other.isError && (
        <ErrorState title="Der andere Star konnte nicht geladen werden" onRetry={() => void other.refetch()} />
      )}
      {other.isPending && <Skeleton className="h-32" />}
      {other.data === null && <p>Den anderen Star gibt es nicht mehr.</p>}
      {other.data?.id === star.id && <p>Das ist derselbe Star. Wähl einen anderen.</p>}
      {other.data && other.data.id !== star.id && <Effects star={star} gone={other.data} />}
      <FormFailure text={merging.failure} />
      <div className="flex flex-wrap gap-2">
        {other.data && other.data.id !== star.id && (
          <Button variant="danger" disabled={merging.busy} onClick={() => other.data && void merge(other.data)}>
            {merging.busy ? 'Wird zusammengelegt …' : 'Zusammenlegen'}
          </Button>
        )}
        <Button onClick={onClose} disabled={merging.busy}>
          Abbrechen
        </Button>
      </div>
    </Dialog>
  )
}

function Effects({ star, gone }: { star: AdminStar; gone: AdminStar }) {
  const moved: [count: number, text: string][] = [
    [gone.votes, 'Stimmen'],
    [gone.fans, 'Fans'],
    [gone.seasons.length, 'Teilnahmen'],
    [gone.posts, 'Beiträge'],
  ]
  return (
    <div className="grid gap-2">
      <p>
        <b>{starName(gone)}</b> geht in <b>{starName(star)}</b> auf und verschwindet. Das lässt sich nicht rückgängig
        machen.
      </p>
      <ul className="list-disc pl-5">
        <li>Es ziehen um: {moved.map(([count, text]) => `${formatCount(count)} ${text}`).join(', ')}.</li>
        <li>Wer bei beiden abgestimmt hat, behält die neuere Stimme.</li>
        <li>
          /stars/{gone.slug} leitet auf /stars/{star.slug} weiter.
        </li>
        <li>Felder und Konten, die hier fehlen, werden übernommen.</li>
      </ul>
    </div>
  )
}
