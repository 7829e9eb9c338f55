import type { PickedEntity } from '@hot/domain/contract/admin/staff'
import type { AdminStar } from '@hot/domain/contract/admin/stars'
import { starName } from '@hot/domain/star/name'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { useStaff } from '../kit/access.tsx'
import { EntityPicker } from '../kit/entity-picker.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { SimilarStar } from './similar-stars.tsx'

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
