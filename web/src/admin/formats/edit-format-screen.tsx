import type { AdminFormat } from '@hot/domain/contract/admin/formats'
import type { FormatFields } from '@hot/domain/format/format-form'
import { formatPath } from '@hot/domain/url/paths'
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
import { DeleteFormat } from './delete-format.tsx'
import { formatsAddress } from './format-addresses.ts'
import { fieldsOf, saveArguments } from './format-fields.ts'
import { FormatFormView } from './format-form-view.tsx'
import { FormatSeasons } from './format-seasons.tsx'
import { formatQuery } from './formats-queries.ts'

/** /admin/formats/edit/{id} */
export default function EditFormatScreen({ id }: ScreenProps) {
  const { data: format, isPending, isError, refetch } = useQuery(formatQuery(id))
  if (isPending) return <Skeleton className="h-100" />
  if (isError && !format) return <ErrorState onRetry={() => void refetch()} />
  if (!format)
    return (
      <EmptyState emoji="📺" title="Dieses Format gibt es nicht." text="Vielleicht hat es jemand gelöscht.">
        <Link to={formatsAddress} className={buttonClass({ variant: 'strong' })}>
          Alle Formate
        </Link>
      </EmptyState>
    )
  return <EditFormat key={format.id} format={format} />
}

function EditFormat({ format }: { format: AdminFormat }) {
  const client = useQueryClient()
  // As the form was begun, not as the list was last fetched: that is what tells of changes by others.
  const [initial, setInitial] = useState(() => fieldsOf(format))
  const [seen, setSeen] = useState(format.updated_at)
  const save = async (fields: FormatFields) => {
    const saved = await rpc('admin_save_format', saveArguments({ id: format.id, seen }, fields))
    setSeen(saved.updated_at)
    setInitial({ ...fields, slug: saved.slug })
    showToast({ title: 'Format gespeichert' })
    await client.invalidateQueries()
  }
  return (
    <>
      <AdminHead
        title={format.name}
        intro={format.is_active ? undefined : 'Inaktiv: nur das Team sieht dieses Format.'}
      >
        {format.is_active && (
          <Link to={formatPath(format.slug)} className={buttonClass()}>
            Seite ansehen
          </Link>
        )}
      </AdminHead>
      <FormatFormView initial={initial} isNew={false} onSave={save} />
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
