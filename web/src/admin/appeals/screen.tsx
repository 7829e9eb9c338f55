import { choiceParam } from '@hot/domain/url/search-param'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Segmented } from '#web/ui/controls/switch.tsx'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { listQuery } from '../kit/list.tsx'
import { AdminHead, useAdminSearch } from '../kit/screen.tsx'
import { AppealCard } from './appeal-card.tsx'

const tabs = [
  { stand: undefined, label: 'Offen' },
  { stand: 'entschieden', label: 'Entschieden' },
] as const satisfies readonly (AppealsSearch & { label: string })[]

/** /admin/appeals: members' appeals. Somebody other than who decided first decides about them. */
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
  return (
    <PagedList
      list={list}
      loading="Einsprüche werden geladen"
      failed="Die Einsprüche konnten nicht geladen werden"
      empty={
        <EmptyState
          emoji="⚖️"
          title={search.stand ? 'Noch kein Einspruch ist entschieden.' : 'Kein Einspruch ist offen.'}
        />
      }
      more="Mehr Einsprüche"
    >
      {(appeals) => (
        <ul className="grid gap-4">
          {appeals.map((appeal) => (
            <AppealCard key={appeal.id} appeal={appeal} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

type AppealsSearch = {
  /** Open ones are the default and have no address of their own. */
  stand?: 'entschieden' | undefined
}

const readAppealsSearch = (given: Record<string, unknown>): AppealsSearch => ({
  stand: choiceParam(given.stand, ['entschieden']),
})

const pageSize = 20

/** Open appeals oldest first, or decided ones latest first. */
const appealsQuery = ({ stand }: AppealsSearch) =>
  listQuery(['admin', 'appeals', stand ?? 'offen'], 'admin_appeals_page', {
    p_status: stand === 'entschieden' ? 'decided' : 'pending',
    p_limit: pageSize,
  })
