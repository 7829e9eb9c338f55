import type { AdminFormat } from '@hot/domain/contract/admin/formats'
import { seasonStatusTexts } from '@hot/domain/format/season-status'
import { formatPath } from '@hot/domain/url/paths'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { ExportButton } from '../imports/export-button.tsx'
import { useStaff } from '../kit/access.tsx'
import { binNote, ConfirmDialog } from '../kit/dialogs.tsx'
import { AdminHead, type ScreenProps } from '../kit/screen.tsx'
import { createSeasonPath, editSeasonPath, formatsPath } from '../paths.ts'
import { deleteFormat, formatQuery, formatRefusals } from './api.ts'
import { FormatForm } from './form.tsx'

/** /admin/formats/edit/{id} */
export default function EditFormatScreen({ id }: ScreenProps) {
  const { data: format, isPending, isError, refetch } = useQuery(formatQuery(id))
  if (isPending) return <Skeleton className="h-100" />
  if (isError && !format) return <ErrorState onRetry={() => void refetch()} />
  if (!format)
    return (
      <EmptyState emoji="📺" title="Dieses Format gibt es nicht." text="Vielleicht hat es jemand gelöscht.">
        <Link to={formatsPath} className={buttonClass({ variant: 'strong' })}>
          Alle Formate
        </Link>
      </EmptyState>
    )
  return <EditFormat key={format.id} format={format} />
}

function EditFormat({ format }: { format: AdminFormat }) {
  return (
    <>
      <AdminHead
        title={format.name}
        intro={format.is_active ? undefined : 'Inaktiv: nur das Team sieht dieses Format.'}
      >
        <ExportButton label="Exportieren" name={format.slug} format={format.id} />
        {format.is_active && (
          <Link to={formatPath(format.slug)} className={buttonClass()}>
            Seite ansehen
          </Link>
        )}
      </AdminHead>
      <FormatForm format={format} onSaved={() => showToast({ title: 'Format gespeichert' })} />
      <div className="mt-10 grid gap-8 lg:max-w-[560px]">
        <FormatSeasons format={format} />
        {format.former_slugs.length > 0 && (
          <section className="grid gap-2">
            <h2 className="type-h4">Frühere Adressen</h2>
            <p className="meta">
              Sie führen hierher: {format.former_slugs.map((slug) => `/formate/${slug}`).join(', ')}
            </p>
          </section>
        )}
        <DeleteFormat format={format} />
      </div>
    </>
  )
}

/** The seasons of a format, and a link to add one. */
function FormatSeasons({ format }: { format: AdminFormat }) {
  return (
    <section className="grid justify-items-start gap-3">
      <h2 className="type-h4">Staffeln</h2>
      {format.seasons.length === 0 && <p className="meta">Noch keine.</p>}
      {format.seasons.length > 0 && (
        <DataTable caption="Staffeln">
          <thead>
            <tr>
              <th>Staffel</th>
              <th>Status</th>
              <th className="number">Cast</th>
            </tr>
          </thead>
          <tbody>
            {format.seasons.map((season) => (
              <tr key={season.id}>
                <td>
                  <Link to={editSeasonPath(season.id)} className="link font-bold">
                    {`Staffel ${season.season_number}${season.title ? `: ${season.title}` : ''}`}
                  </Link>
                </td>
                <td>{seasonStatusTexts[season.status]}</td>
                <td className="number">{formatCount(season.participants)}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
      <Link to={createSeasonPath} search={{ format: format.id }} className={buttonClass({ small: true })}>
        Staffel anlegen
      </Link>
    </section>
  )
}

/** Admins may delete a format; everything deleted with it is listed first. */
function DeleteFormat({ format }: { format: AdminFormat }) {
  const { isAdmin } = useStaff()
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  if (!isAdmin) return null
  const leave = () => {
    showToast({ title: 'Format gelöscht', text: format.name })
    return router.navigate({ to: formatsPath, replace: true, ignoreBlocker: true })
  }
  return (
    <section className="grid justify-items-start gap-3">
      <h2 className="type-h4">Löschen</h2>
      <p className="meta">{deletionText(format)} Soll es nur niemand mehr sehen, schalte es auf inaktiv.</p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Format löschen
      </Button>
      {asking && (
        <ConfirmDialog
          title={`„${format.name}“ löschen?`}
          text={deletionText(format)}
          confirm="Löschen"
          refusals={formatRefusals}
          onConfirm={() => deleteFormat(format)}
          onDone={leave}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

const counted = new Intl.NumberFormat('de-DE')
const times = (count: number, one: string, many: string) => `${counted.format(count)} ${count === 1 ? one : many}`

/** The database stops counting posts here. */
const countedPosts = 1000

/** Says what is deleted with a format, and how many posts lose its tag. */
export function deletionText({ seasons, events, posts }: Pick<AdminFormat, 'seasons' | 'events' | 'posts'>): string {
  const cast = seasons.reduce((sum, season) => sum + season.participants, 0)
  const parts = [
    seasons.length > 0 && times(seasons.length, 'Staffel', 'Staffeln'),
    cast > 0 && times(cast, 'Teilnahme', 'Teilnahmen'),
    events > 0 && times(events, 'Termin im Kalender', 'Termine im Kalender'),
  ].filter((part) => part !== false)
  const gone =
    parts.length === 0
      ? 'An diesem Format hängen keine Staffeln und keine Termine.'
      : `Mit dem Format verschwinden ${new Intl.ListFormat('de-DE').format(parts)}.`
  const most = posts >= countedPosts ? 'Mindestens ' : ''
  const tags = posts > 0 ? ` ${most}${times(posts, 'Beitrag verliert', 'Beiträge verlieren')} den Tag.` : ''
  return `${gone}${tags} ${binNote}`
}
