import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListFoot } from '#web/ui/list-foot.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AdminHead } from '../frame/admin-head.tsx'
import { useAdminSearch } from '../frame/use-admin-search.ts'
import { AppealCard } from './appeal-card.tsx'
import { type AppealsSearch, appealsQuery, readAppealsSearch } from './appeals-queries.ts'

const tabs = [
  { stand: undefined, label: 'Offen' },
  { stand: 'entschieden', label: 'Entschieden' },
] as const satisfies readonly (AppealsSearch & { label: string })[]

/** /admin/appeals: what members say against decisions, for somebody else than who decided (decisions §10). */
export default function AppealsScreen() {
  const [search, setSearch] = useAdminSearch(readAppealsSearch)
  return (
    <div className="grid gap-4">
      <AdminHead
        title="Einsprüche"
        intro="Über einen Einspruch entscheidet jemand anderes als beim ersten Mal, wenn es im Team jemanden gibt."
      >
        <Segmented label="Stand">
          {tabs.map(({ stand, label }) => (
            <button
              key={label}
              type="button"
              aria-pressed={search.stand === stand}
              onClick={() => setSearch({ stand }, { push: true })}
            >
              {label}
            </button>
          ))}
        </Segmented>
      </AdminHead>
      <Listed search={search} />
    </div>
  )
}

function Listed({ search }: { search: AppealsSearch }) {
  const list = useInfiniteQuery(appealsQuery(search))
  if (list.isError && !list.data)
    return <ErrorState title="Die Einsprüche konnten nicht geladen werden" onRetry={() => void list.refetch()} />
  if (!list.data)
    return (
      <div role="status" aria-label="Einsprüche werden geladen" className="grid gap-3">
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    )
  const appeals = list.data.pages.flatMap((page) => page.items)
  if (appeals.length === 0)
    return (
      <EmptyState
        emoji="⚖️"
        title={search.stand ? 'Noch kein Einspruch ist entschieden.' : 'Kein Einspruch ist offen.'}
      />
    )
  return (
    <>
      <ul className="grid gap-4">
        {appeals.map((appeal) => (
          <AppealCard key={appeal.id} appeal={appeal} />
        ))}
      </ul>
      <ListFoot list={list} more="Mehr Einsprüche" end="Alle geladen" />
    </>
  )
}
