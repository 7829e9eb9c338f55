import type { PickedEntity } from '@hot/domain/contract/admin/staff'
import type { AdminStar } from '@hot/domain/contract/admin/stars'
import { starName } from '@hot/domain/star/name'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useStaff } from '../kit/access.tsx'
import { EntityPicker } from '../kit/entity-picker.tsx'
import { useWrite } from '../kit/write.ts'
import { adminStarQuery, mergeStars, starFailures } from './api.ts'
import { SimilarStar } from './form.tsx'

/** Who might be the same person. Admins merge; moderators see whom to tell them about. */
export function Duplicates({ star, onMerged }: { star: AdminStar; onMerged: () => Promise<void> }) {
  const { isAdmin } = useStaff()
  const [other, setOther] = useState<string | null>(null)
  const pick = (picked: PickedEntity | null) => setOther(picked?.id ?? null)
  return (
    <section aria-labelledby="star-duplicates" className="max-w-3xl">
      <SectionHead title="Doppelt?" id="star-duplicates" />
      {star.similar.length === 0 && <p className="meta">Niemand mit ähnlichem Namen.</p>}
      <ul>
        {star.similar.map((similar) => (
          <li key={similar.id} className="flex items-center gap-3 border-t border-rule py-2 first:border-t-0">
            <span className="flex-1">
              <SimilarStar star={similar} />
            </span>
            {isAdmin && (
              <Button small onClick={() => setOther(similar.id)} aria-label={`${starName(similar)} hier zusammenlegen`}>
                Zusammenlegen
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isAdmin ? (
        <div className="mt-4">
          <EntityPicker
            label="Anderen Star hier zusammenlegen"
            kind="star"
            value={null}
            onChange={pick}
            hint="Dieser Star bleibt, der andere geht in ihm auf."
          />
        </div>
      ) : (
        <p className="meta mt-2">Zusammenlegen können nur Admins.</p>
      )}
      {other && (
        <MergeDialog key={other} star={star} otherId={other} onMerged={onMerged} onClose={() => setOther(null)} />
      )}
    </section>
  )
}

type MergeDialogProps = { star: AdminStar; otherId: string; onMerged: () => Promise<void>; onClose: () => void }

/** What moves from the duplicate to the star that stays, before it happens. */
function MergeDialog({ star, otherId, onMerged, onClose }: MergeDialogProps) {
  const other = useQuery(adminStarQuery(otherId))
  const merging = useWrite((gone: AdminStar) => mergeStars(star, gone), {
    refusals: starFailures,
    onDone: (_, gone) => {
      showToast({ title: 'Zusammengelegt', text: `/stars/${gone.slug} leitet jetzt hierher.` })
      onClose()
      return onMerged()
    },
  })
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
          <Button variant="danger" disabled={merging.busy} onClick={() => other.data && void merging.run(other.data)}>
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
