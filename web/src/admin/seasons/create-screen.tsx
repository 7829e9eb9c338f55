import type { AdminFormat } from '@hot/domain/contract/admin/formats'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { formatQuery } from '../formats/api.ts'
import { EntityPicker } from '../kit/entity-picker.tsx'
import { AdminHead, useAdminSearch } from '../kit/screen.tsx'
import { editSeasonPath } from '../paths.ts'
import { newSeasonSearch } from './api.ts'
import { SeasonForm } from './form.tsx'

/** /admin/seasons/create, for the format in the address. */
export default function CreateSeasonScreen() {
  const [search, setSearch] = useAdminSearch(newSeasonSearch)
  return (
    <>
      <AdminHead title="Staffel anlegen" />
      {search.format ? (
        <ForFormat id={search.format} onChange={(format) => setSearch({ format })} />
      ) : (
        <FormatChoice value={null} onChange={(format) => setSearch({ format })} />
      )}
    </>
  )
}

type ChoiceProps = { value: AdminFormat | null; onChange: (id: string | undefined) => void }

function FormatChoice({ value, onChange }: ChoiceProps) {
  const chosen = value && { id: value.id, title: value.name, hint: value.is_active ? null : 'inaktiv' }
  return (
    <div className="mb-6 max-w-140">
      <EntityPicker label="Format" kind="format" value={chosen} onChange={(format) => onChange(format?.id)} />
    </div>
  )
}

function ForFormat({ id, onChange }: { id: string; onChange: ChoiceProps['onChange'] }) {
  const router = useRouter()
  const { data: format, isPending, isError, refetch } = useQuery(formatQuery(id))
  if (isPending) return <Skeleton className="h-100" />
  if (isError && !format) return <ErrorState onRetry={() => void refetch()} />
  if (!format) return <FormatChoice value={null} onChange={onChange} />
  const latest = Math.max(0, ...format.seasons.map((season) => season.season_number))
  return (
    <>
      <FormatChoice value={format} onChange={onChange} />
      <SeasonForm
        key={format.id}
        season={null}
        format={format}
        newNumber={latest + 1}
        onSaved={(saved) => {
          showToast({ title: 'Staffel angelegt', text: `/formate/${saved.format_slug}/staffel/${saved.slug}` })
          return router.navigate({ to: editSeasonPath(saved.id), ignoreBlocker: true })
        }}
      />
    </>
  )
}
