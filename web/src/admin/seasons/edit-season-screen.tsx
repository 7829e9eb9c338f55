import type { AdminSeason } from '@hot/domain/contract/admin/seasons'
import type { SeasonFields } from '@hot/domain/format/season-form'
import { seasonPath } from '@hot/domain/url/paths'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { AdminHead } from '../kit/screen.tsx'
import type { ScreenProps } from '../screens.ts'
import { DeleteSeason } from './delete-season.tsx'
import { editFormatAddress, seasonsAddress } from './season-addresses.ts'
import { type CastEntry, castOf, fieldsOf, saveArguments } from './season-fields.ts'
import { SeasonFormView } from './season-form-view.tsx'
import { seasonQuery } from './seasons-queries.ts'

/** /admin/seasons/edit/{id} */
export default function EditSeasonScreen({ id }: ScreenProps) {
  const { data: season, isPending, isError, refetch } = useQuery(seasonQuery(id))
  if (isPending) return <Skeleton className="h-100" />
  if (isError && !season) return <ErrorState onRetry={() => void refetch()} />
  if (!season)
    return (
      <EmptyState emoji="🎬" title="Diese Staffel gibt es nicht." text="Vielleicht hat sie jemand gelöscht.">
        <Link to={seasonsAddress} className={buttonClass({ variant: 'strong' })}>
          Alle Staffeln
        </Link>
      </EmptyState>
    )
  return <EditSeason key={season.id} season={season} />
}

function EditSeason({ season }: { season: AdminSeason }) {
  const { format } = season
  const client = useQueryClient()
  // As the form was begun, not as it was last fetched: that is what tells of changes by others.
  const [initial, setInitial] = useState(() => fieldsOf(season))
  const [initialCast] = useState(() => castOf(season))
  const [seen, setSeen] = useState(season.updated_at)
  const save = async (fields: SeasonFields, cast: readonly CastEntry[]) => {
    const stored = { id: season.id, seen }
    const saved = await rpc('admin_save_season', saveArguments(stored, format.id, fields, cast))
    setSeen(saved.updated_at)
    setInitial({ ...fields, slug: saved.slug })
    showToast({ title: 'Staffel gespeichert' })
    await client.invalidateQueries()
  }
  return (
    <>
      <AdminHead title={`${format.name}, Staffel ${season.season_number}`}>
        <Link to={editFormatAddress(format.id)} className={buttonClass()}>
          Format bearbeiten
        </Link>
        {format.is_active && (
          <Link to={seasonPath(format.slug, season.slug)} className={buttonClass()}>
            Seite ansehen
          </Link>
        )}
      </AdminHead>
      <SeasonFormView
        initial={initial}
        initialCast={initialCast}
        formatSlug={format.slug}
        isNew={false}
        onSave={save}
      />
      <DeleteSeason season={season} />
    </>
  )
}
