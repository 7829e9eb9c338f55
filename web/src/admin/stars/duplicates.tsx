import type { PickedEntity } from '@hot/domain/contract/admin/staff'
import type { AdminStar, AdminStarRef } from '@hot/domain/contract/admin/stars'
import { restoreDays } from '@hot/domain/post/moderation'
import { distinctName, starName } from '@hot/domain/star/name'
import { starSentences } from '@hot/domain/star/refusals'
import { longDateTime } from '@hot/domain/time/german-date'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { countOf } from '#web/ui/data/format-number.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useStaff } from '../kit/access.tsx'
import { EntityPicker } from '../kit/entity-picker.tsx'
import { useWrite } from '../kit/write.ts'
import { adminStarQuery, mergeStars, starFailures, tellApart } from './api.ts'
import { SimilarStar } from './form.tsx'

type DuplicatesProps = { star: AdminStar; onMerged: () => Promise<void> }

/** Possible duplicates. Admins merge them; everybody of the team says that they are two persons. */
export function Duplicates({ star, onMerged }: DuplicatesProps) {
  const { isAdmin } = useStaff()
  const [other, setOther] = useState<string | null>(null)
  const heading = useRef<HTMLElement>(null)
  const pick = (picked: PickedEntity | null) => setOther(picked?.id ?? null)
  const telling = useWrite(
    ({ about, apart }: { about: AdminStarRef; apart: boolean }) => tellApart(star, about, apart),
    {
      refusals: starFailures,
      onDone: (_, { about, apart }) => {
        showToast({
          title: apart ? 'Gemerkt: zwei Personen' : 'Zurückgenommen',
          text: apart
            ? `${starName(about)} wird hier nicht mehr vorgeschlagen.`
            : `${starName(about)} kann wieder vorgeschlagen werden.`,
        })
        // Its row moves to the other list.
        heading.current?.focus()
      },
    },
  )
  const tell = (about: AdminStarRef, apart: boolean) => void telling.run({ about, apart })
  return (
    <section ref={heading} tabIndex={-1} aria-labelledby="star-duplicates" className="max-w-192">
      <SectionHead title="Doppelt?" id="star-duplicates" />
      {star.similar.length === 0 && (
        <p className="meta">
          {star.apart.length > 0 ? 'Niemand sonst mit ähnlichem Namen.' : 'Niemand mit ähnlichem Namen.'}
        </p>
      )}
      <ul>
        {star.similar.map((similar) => (
          <li key={similar.id} className="flex flex-wrap items-center gap-3 border-t border-rule py-2 first:border-t-0">
            <span className="min-w-40 flex-1">
              <SimilarStar star={similar} />
            </span>
            <Button
              small
              busy={telling.busy}
              onClick={() => tell(similar, true)}
              aria-label={`Nein, ${distinctName(similar)} ist eine andere Person`}
            >
              Nein, zwei Personen
            </Button>
            {isAdmin && (
              <Button
                small
                onClick={() => setOther(similar.id)}
                aria-label={`${distinctName(similar)} hier zusammenlegen`}
              >
                Zusammenlegen
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Apart star={star} busy={telling.busy} onTakeBack={(about) => tell(about, false)} />
      <FormFailure text={telling.failure} />
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

type ApartProps = { star: AdminStar; busy: boolean; onTakeBack: (other: AdminStarRef) => void }

/** Of whom the team says that they are somebody else. */
function Apart({ star, busy, onTakeBack }: ApartProps) {
  if (star.apart.length === 0) return null
  return (
    <>
      <h3 className="type-h4 mt-4">Andere Personen</h3>
      <ul>
        {star.apart.map(({ star: other, said_by_name, said_at }) => (
          <li key={other.id} className="flex flex-wrap items-center gap-3 border-t border-rule py-2 first:border-t-0">
            <span className="min-w-40 flex-1">
              <SimilarStar star={other} />
              <span className="meta block">{`laut ${said_by_name ?? 'Unbekannt'}, ${longDateTime(said_at)}`}</span>
            </span>
            <Button
              small
              busy={busy}
              onClick={() => onTakeBack(other)}
              aria-label={`Doch nicht sicher, dass ${distinctName(other)} eine andere Person ist`}
            >
              Zurücknehmen
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

type MergeDialogProps = { star: AdminStar; otherId: string; onMerged: () => Promise<void>; onClose: () => void }

/** Preview of what a merge moves from the duplicate to the remaining star. */
function MergeDialog({ star, otherId, onMerged, onClose }: MergeDialogProps) {
  const other = useQuery(adminStarQuery(otherId))
  const merging = useWrite((gone: AdminStar) => mergeStars(star, gone), {
    refusals: starFailures,
    onDone: (_, gone) => {
      showToast({
        title: 'Zusammengelegt',
        text: `/stars/${gone.slug} leitet jetzt hierher. Trennen kannst du die beiden ${restoreDays} Tage lang im Papierkorb.`,
      })
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
      {other.data?.id === star.id && <p>{starSentences.same_star}</p>}
      {other.data && other.data.id !== star.id && <Effects star={star} gone={other.data} />}
      <FormFailure text={merging.failure} />
      <div className="flex flex-wrap gap-2">
        {other.data && other.data.id !== star.id && (
          <Button variant="danger" busy={merging.busy} onClick={() => other.data && void merging.run(other.data)}>
            {merging.busy ? 'Wird zusammengelegt …' : 'Zusammenlegen'}
          </Button>
        )}
        <Button onClick={onClose} busy={merging.busy}>
          Abbrechen
        </Button>
      </div>
    </Dialog>
  )
}

function Effects({ star, gone }: { star: AdminStar; gone: AdminStar }) {
  const moved = [
    countOf(gone.votes, 'Stimme', 'Stimmen'),
    countOf(gone.fans, 'Fan', 'Fans'),
    countOf(gone.seasons.length, 'Teilnahme', 'Teilnahmen'),
    countOf(gone.social, 'Konto', 'Konten'),
    countOf(gone.posts, 'Beitrag', 'Beiträge'),
  ]
  const binned = countOf(gone.binned_seasons, 'Teilnahme', 'Teilnahmen')
  const isAnother = star.apart.some(({ star: other }) => other.id === gone.id)
  return (
    <div className="grid gap-2">
      <p>
        <b>{distinctName(gone)}</b> geht in <b>{distinctName(star)}</b> auf und verschwindet. {restoreDays} Tage lang
        kannst du beide im Papierkorb wieder trennen.
      </p>
      {isAnother && <p role="note">Hier ist vermerkt, dass das zwei Personen sind.</p>}
      <ul className="list-disc pl-5">
        <li>Es ziehen um: {new Intl.ListFormat('de-DE').format(moved)}.</li>
        {gone.binned_seasons > 0 && (
          <li>Aus dem Papierkorb kommen außerdem mit, sobald die Staffel zurück ist: {binned}.</li>
        )}
        <li>Wer bei beiden abgestimmt hat, behält die neuere Stimme. Was es doppelt gibt, steht hier danach einmal.</li>
        <li>
          /stars/{gone.slug} leitet auf /stars/{star.slug} weiter.
        </li>
        <li>Felder und Konten, die hier fehlen, werden übernommen.</li>
      </ul>
    </div>
  )
}
