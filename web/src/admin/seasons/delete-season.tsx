import type { AdminSeason } from '@hot/domain/contract/admin/seasons'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useStaff } from '../kit/access.tsx'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import { seasonsAddress } from './season-addresses.ts'
import { seasonRefusals } from './season-fields.ts'

/** What is deleted with a season. */
function whatGoesWith({ participants, events }: Pick<AdminSeason, 'participants' | 'events'>): string {
  const cast = participants === 1 ? '1 Teilnahme' : `${formatCount(participants)} Teilnahmen`
  const episodes = events === 1 ? '1 Termin im Kalender' : `${formatCount(events)} Termine im Kalender`
  if (participants + events === 0) return 'An dieser Staffel hängt nichts. Das lässt sich nicht zurückholen.'
  return `Mit der Staffel verschwinden ${cast} und ${episodes}. Die Stars bleiben. Das lässt sich nicht zurückholen.`
}

/** Admins may delete a season; all that goes with it is named before. */
export function DeleteSeason({ season }: { season: AdminSeason }) {
  const { isAdmin } = useStaff()
  const client = useQueryClient()
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  if (!isAdmin) return null
  const remove = async () => {
    await rpc('admin_delete_season', {
      p_id: season.id,
      p_participants: season.participants,
      p_events: season.events,
    })
    showToast({ title: 'Staffel gelöscht' })
    await router.navigate({ to: seasonsAddress, replace: true, ignoreBlocker: true })
    await client.invalidateQueries()
  }
  return (
    <section className="mt-10 grid justify-items-start gap-3">
      <h2 className="type-h4">Löschen</h2>
      <p className="meta">{whatGoesWith(season)}</p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Staffel löschen
      </Button>
      {asking && (
        <ConfirmDialog
          title={`${season.format.name}, Staffel ${season.season_number} löschen?`}
          text={whatGoesWith(season)}
          confirm="Endgültig löschen"
          refusals={seasonRefusals}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
