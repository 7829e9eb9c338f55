import type { AdminFormat } from '@hot/domain/contract/admin/formats'
import type { SeasonFields } from '@hot/domain/format/season-form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { EntityPicker } from '../kit/entity-picker.tsx'
import { AdminHead, useAdminSearch } from '../kit/screen.tsx'
import { editSeasonPath } from '../paths.ts'
import { type CastEntry, emptySeason, formatOfSeasonQuery, newSeasonSearch, saveArguments } from './api.ts'
import { SeasonFormView } from './form.tsx'

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
  const client = useQueryClient()
  const router = useRouter()
  const { data: format, isPending, isError, refetch } = useQuery(formatOfSeasonQuery(id))
  if (isPending) return <Skeleton className="h-100" />
  if (isError && !format) return <ErrorState onRetry={() => void refetch()} />
  if (!format) return <FormatChoice value={null} onChange={onChange} />
  const save = async (fields: SeasonFields, cast: readonly CastEntry[]) => {
    const saved = await rpc('admin_save_season', saveArguments(null, format.id, fields, cast))
    showToast({ title: 'Staffel angelegt', text: `/formate/${saved.format_slug}/staffel/${saved.slug}` })
    // Every page of the format may show it.
    await router.navigate({ to: editSeasonPath(saved.id), ignoreBlocker: true })
    await client.invalidateQueries()
  }
  const latest = Math.max(0, ...format.seasons.map((season) => season.season_number))
  return (
    <>
      <FormatChoice value={format} onChange={onChange} />
      <SeasonFormView
        key={format.id}
        initial={emptySeason(latest + 1)}
        initialCast={[]}
        formatSlug={format.slug}
        isNew
        onSave={save}
      />
    </>
  )
}
