import type { AdminFormat } from '@hot/domain/contract/admin/formats'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useStaff } from '../kit/access.tsx'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import { formatsAddress } from './format-addresses.ts'
import { formatRefusals } from './format-fields.ts'
import { whatGoesWith } from './what-goes-with.ts'

/** Admins may delete a format; all that goes with it is named before. */
export function DeleteFormat({ format }: { format: AdminFormat }) {
  const { isAdmin } = useStaff()
  const client = useQueryClient()
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  if (!isAdmin) return null
  const remove = async () => {
    await rpc('admin_delete_format', {
      p_id: format.id,
      p_seasons: format.seasons.length,
      p_events: format.events,
    })
    showToast({ title: 'Format gelöscht', text: format.name })
    await router.navigate({ to: formatsAddress, replace: true, ignoreBlocker: true })
    await client.invalidateQueries()
  }
  return (
    <section className="grid justify-items-start gap-3">
      <h2 className="type-h4">Löschen</h2>
      <p className="meta">{whatGoesWith(format)} Soll es nur niemand mehr sehen, schalte es auf inaktiv.</p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Format löschen
      </Button>
      {asking && (
        <ConfirmDialog
          title={`„${format.name}“ löschen?`}
          text={whatGoesWith(format)}
          confirm="Endgültig löschen"
          refusals={formatRefusals}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
