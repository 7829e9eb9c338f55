import type { AdminActivity, StaffRef } from '@hot/domain/contract/admin/staff'
import { patternParam, uuidPattern } from '@hot/domain/url/search-param'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { EndOfList } from '#web/ui/data/paged-list.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { ActionTable } from '../kit/action-log.tsx'
import { targetNames } from '../kit/action-texts.ts'
import { AdminHead, FilterBar, useAdminSearch } from '../kit/screen.tsx'

const listed = 100

const useActivity = ({ wer, ziel }: ActivitySearch) =>
  useQuery({
    queryKey: ['admin', 'activity', wer, ziel],
    queryFn: ({ signal }) => rpc('admin_activity_page', { p_admin: wer, p_type: ziel, p_limit: listed }, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { personal: true },
  })

/** The staff action log, newest first. */
export default function ActivityScreen() {
  const [search, setSearch] = useAdminSearch(readActivitySearch)
  const { data, isError, refetch } = useActivity(search)
  return (
    <>
      <AdminHead title="Aktivität" intro={`Die letzten ${listed} Aktionen des Teams. Das Protokoll ändert niemand.`} />
      <Filters search={search} admins={data?.admins ?? []} onChange={setSearch} />
      {isError && <ErrorState title="Das Protokoll konnte nicht geladen werden" onRetry={() => void refetch()} />}
      {!isError && !data && (
        <div role="status" aria-label="Wird geladen">
          <Skeleton className="h-80" />
        </div>
      )}
      {!isError && data && <Actions actions={data.actions} filtered={Boolean(search.wer || search.ziel)} />}
    </>
  )
}

type FiltersProps = {
  search: ActivitySearch
  admins: readonly StaffRef[]
  onChange: (changes: Partial<ActivitySearch>) => void
}

function Filters({ search, admins, onChange }: FiltersProps) {
  return (
    <FilterBar>
      <SelectField
        label="Wer"
        value={search.wer ?? ''}
        onChange={({ target }) => onChange({ wer: target.value || undefined })}
      >
        <option value="">Alle</option>
        {admins.map(({ id, nickname }) => (
          <option key={id} value={id}>
            {nickname}
          </option>
        ))}
        {search.wer && !admins.some(({ id }) => id === search.wer) && (
          <option value={search.wer}>Nicht mehr im Team</option>
        )}
      </SelectField>
      <SelectField
        label="Ziel"
        value={search.ziel ?? ''}
        onChange={({ target }) => onChange({ ziel: target.value || undefined })}
      >
        <option value="">Alles</option>
        {Object.entries(targetNames).map(([type, name]) => (
          <option key={type} value={type}>
            {name}
          </option>
        ))}
      </SelectField>
    </FilterBar>
  )
}

function Actions({ actions, filtered }: { actions: AdminActivity['actions']; filtered: boolean }) {
  if (actions.length === 0 && filtered)
    return <EmptyState emoji="🔎" title="Keine Aktionen gefunden." text="Nimm einen Filter weg." />
  if (actions.length === 0)
    return <EmptyState emoji="🗒️" title="Noch keine Aktion." text="Was das Team tut, steht danach hier." />
  return (
    <>
      <ActionTable caption="Aktionen des Teams" actions={actions} now={new Date().toISOString()} />
      <EndOfList>{actions.length < listed ? 'Das war alles.' : `Mehr als ${listed} zeigt die Liste nicht.`}</EndOfList>
    </>
  )
}

type ActivitySearch = {
  /** Id of a member of staff. */
  wer?: string | undefined
  /** Kind of target. */
  ziel?: string | undefined
}

/** Search params from the URL; invalid values are dropped. */
const readActivitySearch = (given: Record<string, unknown>): ActivitySearch => ({
  wer: patternParam(given.wer, uuidPattern),
  ziel: patternParam(given.ziel, /^[a-z_]{1,80}$/),
})
