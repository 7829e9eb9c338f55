import type { AdminSeason } from '@hot/domain/contract/admin/formats'
import { seasonPath } from '@hot/domain/url/paths'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { ExportButton } from '../imports/export-button.tsx'
import { useStaff } from '../kit/access.tsx'
import { binNote, ConfirmDialog } from '../kit/dialogs.tsx'
import type { ScreenProps } from '../kit/screen.tsx'
import { AdminHead, AdminLink } from '../kit/screen.tsx'
import { calendarPath, editFormatPath, seasonsPath } from '../paths.ts'
import { deleteSeason, seasonQuery, seasonRefusals } from './api.ts'
import { SeasonForm } from './form.tsx'

/** /admin/seasons/edit/{id} */
export default function EditSeasonScreen({ id }: ScreenProps) {
  const { data: season, isPending, isError, refetch } = useQuery(seasonQuery(id))
  if (isPending) return <Skeleton className="h-100" />
  if (isError && !season) return <ErrorState onRetry={() => void refetch()} />
  if (!season)
    return (
      <EmptyState emoji="🎬" title="Diese Staffel gibt es nicht." text="Vielleicht hat sie jemand gelöscht.">
        <Link to={seasonsPath} className={buttonClass({ variant: 'strong' })}>
          Alle Staffeln
        </Link>
      </EmptyState>
    )
  return <EditSeason key={season.id} season={season} />
}

function EditSeason({ season }: { season: AdminSeason }) {
  const { format } = season
  return (
    <>
      <AdminHead title={`${format.name}, Staffel ${season.season_number}`}>
        <AdminLink
          to={calendarPath}
          search={{
            termin: 'neu',
            format: format.id,
            staffel: season.id,
            ...(season.start_date && { datum: season.start_date }),
          }}
          className={buttonClass({ variant: 'strong' })}
        >
          Folgen planen
        </AdminLink>
        <Link to={editFormatPath(format.id)} className={buttonClass()}>
          Format bearbeiten
        </Link>
        <ExportButton label="Exportieren" name={`${format.slug}-${season.season_number}`} season={season.id} />
        {format.is_active && (
          <Link to={seasonPath(format.slug, season.slug)} className={buttonClass()}>
            Seite ansehen
          </Link>
        )}
      </AdminHead>
      <SeasonForm season={season} format={format} onSaved={() => showToast({ title: 'Staffel gespeichert' })} />
      <DeleteSeason season={season} />
    </>
  )
}

/** Says what is deleted with a season. */
function deletionText({ participants, events }: Pick<AdminSeason, 'participants' | 'events'>): string {
  const cast = participants === 1 ? '1 Teilnahme' : `${formatCount(participants)} Teilnahmen`
  const episodes = events === 1 ? '1 Termin im Kalender' : `${formatCount(events)} Termine im Kalender`
  if (participants + events === 0) return `An dieser Staffel hängt nichts. ${binNote}`
  return `Mit der Staffel verschwinden ${cast} und ${episodes}. Die Stars bleiben. ${binNote}`
}

/** Admins may delete a season; everything deleted with it is listed first. */
function DeleteSeason({ season }: { season: AdminSeason }) {
  const { isAdmin } = useStaff()
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  if (!isAdmin) return null
  const leave = () => {
    showToast({ title: 'Staffel gelöscht' })
    return router.navigate({ to: seasonsPath, replace: true, ignoreBlocker: true })
  }
  return (
    <section className="mt-10 grid justify-items-start gap-3">
      <h2 className="type-h4">Löschen</h2>
      <p className="meta">{deletionText(season)}</p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Staffel löschen
      </Button>
      {asking && (
        <ConfirmDialog
          title={`${season.format.name}, Staffel ${season.season_number} löschen?`}
          text={deletionText(season)}
          confirm="Löschen"
          refusals={seasonRefusals}
          onConfirm={() => deleteSeason(season)}
          onDone={leave}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
