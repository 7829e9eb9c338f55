import type { AdminStar } from '@hot/domain/contract/admin/stars'
import { starName } from '@hot/domain/star/name'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import { deleteStar, starFailures, useCatalogueChanged } from './star-actions.ts'
import { starsPath } from './star-addresses.ts'

/** For admins. Hiding is the way back that deleting has not. */
export function DeleteStar({ star }: { star: AdminStar }) {
  const [asking, setAsking] = useState(false)
  const router = useRouter()
  const changed = useCatalogueChanged()
  const remove = async () => {
    await deleteStar(star)
    await router.navigate({ to: starsPath, replace: true, ignoreBlocker: true })
    changed()
    showToast({ title: 'Star gelöscht' })
  }
  return (
    <section aria-labelledby="star-deletion" className="max-w-3xl">
      <SectionHead title="Löschen" id="star-deletion" />
      <p className="meta mb-3">Soll der Star nur nicht mehr zu sehen sein, dann verstecke ihn.</p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Star löschen
      </Button>
      {asking && (
        <ConfirmDialog
          title={`${starName(star)} löschen?`}
          text={`Damit verschwinden ${formatCount(star.votes)} Stimmen, ${formatCount(star.fans)} Fans, ${formatCount(star.seasons.length)} Teilnahmen und die Konten. ${formatCount(star.posts)} Beiträge verlieren ihren Tag. Das lässt sich nicht rückgängig machen.`}
          confirm="Löschen"
          refusals={starFailures}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
