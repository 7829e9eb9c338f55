import type { StaffRef } from '@hot/domain/contract/admin/staff'
import { patternParam, uuidPattern } from '@hot/domain/url/search-param'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { ActionTable } from '../kit/action-log.tsx'
import { targetNames } from '../kit/action-texts.ts'
import { listQuery } from '../kit/list.tsx'
import { AdminHead, FilterBar, useAdminSearch } from '../kit/screen.tsx'

const useActivity = ({ wer, ziel }: ActivitySearch) =>
  useInfiniteQuery({
    ...listQuery(['admin', 'activity', 'log', { wer, ziel }], 'admin_activity_page', { p_admin: wer, p_type: ziel }),
    placeholderData: keepPreviousData,
  })

/** The staff action log, newest first. */
export default function ActivityScreen() {
  const [search, setSearch] = useAdminSearch(readActivitySearch)
  const list = useActivity(search)
  return (
    <>
      <AdminHead title="Aktivität" intro="Was das Team getan hat, das Neueste zuerst. Das Protokoll ändert niemand." />
      <Filters search={search} admins={list.data?.pages[0]?.admins ?? []} onChange={setSearch} />
      <Log list={list} filtered={Boolean(search.wer || search.ziel)} />
    </>
  )
}

type LogProps = { list: ReturnType<typeof useActivity>; filtered: boolean }

function Log({ list, filtered }: LogProps) {
  const { data, isError, refetch } = list
  if (isError && !data)
    return <ErrorState title="Das Protokoll konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading label="Das Protokoll wird geladen">
        <Skeleton className="h-80" />
      </Loading>
    )
  const actions = data.pages.flatMap((page) => page.actions)
  if (actions.length === 0 && filtered)
    return <EmptyState emoji="🔎" title="Keine Aktionen gefunden." text="Nimm einen Filter weg." />
  if (actions.length === 0)
    return <EmptyState emoji="🗒️" title="Noch keine Aktion." text="Was das Team tut, steht danach hier." />
  return (
    <>
      <ActionTable caption="Aktionen des Teams" actions={actions} now={serverInstant()} />
      <ListFooter list={list} automatic={false} more="Ältere zeigen" end="Das war alles." />
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
