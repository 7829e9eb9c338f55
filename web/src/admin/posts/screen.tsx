import type { AdminPostFigures } from '@hot/domain/contract/admin/posts'
import { berlinDay, berlinTime } from '@hot/domain/time/berlin-time'
import { clock, shortDay } from '@hot/domain/time/german-date'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { Segmented } from '#web/ui/controls/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { usePicked } from '../kit/bulk-bar.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { adminPostsQuery, figuresQuery, kindChoices, postsFilter, readPostsSearch, statusTabs } from './api.ts'
import { postRefusals, usePostDecisions } from './decisions.ts'
import { PostFigures } from './details.tsx'
import { PostList } from './list.tsx'
import '../kit/queue.css'

/** Current time, updated every minute. */
function useNow(): string {
  const [now, setNow] = useState(() => serverInstant())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverInstant()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** /admin/posts: the queue, oldest first, and all posts behind the other tabs. */
export default function PostsScreen() {
  const [search, setSearch] = useAdminSearch(readPostsSearch)
  const now = useNow()
  const decisions = usePostDecisions()
  const isFiltered = search.typ !== undefined || search.q !== undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead title="Beiträge prüfen">
        <Segmented label="Status">
          {statusTabs.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={(search.status ?? 'offen') === value}
              onClick={() => setSearch({ status: value === 'offen' ? undefined : value }, { push: true })}
            >
              {label}
            </button>
          ))}
        </Segmented>
      </AdminHead>
      <PostFigures now={now} />
      <FilterBar>
        <AdminSearchField
          label="Suche"
          value={search.q ?? ''}
          placeholder="Wörter oder @name"
          onChange={(q) => setSearch({ q: q || undefined })}
        />
        <SelectField
          label="Art"
          value={search.typ ?? ''}
          onChange={(event) => setSearch({ typ: kindChoices.find(({ value }) => value === event.target.value)?.value })}
        >
          <option value="">Alle</option>
          {kindChoices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </FilterBar>
      <Listed
        key={JSON.stringify(search)}
        search={search}
        now={now}
        decisions={decisions}
        isFiltered={isFiltered}
        onReset={() => setSearch({ typ: undefined, q: undefined })}
      />
      <RecentDecisions now={now} />
    </div>
  )
}

type ListedProps = {
  search: ReturnType<typeof readPostsSearch>
  now: string
  decisions: ReturnType<typeof usePostDecisions>
  isFiltered: boolean
  onReset: () => void
}

function Listed({ search, now, decisions, isFiltered, onReset }: ListedProps) {
  const list = useInfiniteQuery(adminPostsQuery(postsFilter(search)))
  // Here, because an undone decision about all that are listed must find what was ticked.
  const picked = usePicked()
  if (list.isError && !list.data)
    return (
      <ErrorState
        title="Die Beiträge konnten nicht geladen werden"
        text={`Fehler beim Abrufen des Beitrags: ${failureText(list.error, postRefusals)}`}
        onRetry={() => void list.refetch()}
      />
    )
  if (!list.data)
    return (
      <div className="queue" role="status" aria-label="Beiträge werden geladen">
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    )
  const posts = list.data.pages.flatMap((page) => page.items).filter((post) => !decisions.isHidden(post))
  if (posts.length === 0 && !list.hasNextPage)
    return isFiltered ? (
      <EmptyState emoji="🔎" title="Dazu gibt es hier keinen Beitrag.">
        <button type="button" className="btn" onClick={onReset}>
          Filter zurücksetzen
        </button>
      </EmptyState>
    ) : (
      <EmptyState
        emoji="✅"
        title={search.status === undefined ? 'Nichts wartet auf dich.' : 'Hier ist noch kein Beitrag.'}
      />
    )
  return (
    <>
      <PostList posts={posts} hasMore={list.hasNextPage} picked={picked} now={now} decisions={decisions} />
      <ListFooter list={list} more="Mehr Beiträge" end="Alle geladen" />
    </>
  )
}

// Screens of the admin area are one route: their addresses are plain text.
const activityPath: string = '/admin/activity'

type Recent = AdminPostFigures['recent'][number]
const actionNames: Readonly<Record<Recent['action'], string>> = {
  approved: 'Freigegeben',
  rejected: 'Abgelehnt',
  deleted: 'Gelöscht',
  edited: 'Geändert',
  restored: 'Wiederhergestellt',
}
const isGood = (action: Recent['action']) => action === 'approved' || action === 'restored'

const timeOf = (instant: string, now: string) =>
  berlinDay(instant) === berlinDay(now) ? clock(berlinTime(instant)) : shortDay(berlinDay(instant))

/** The team's latest decisions about any post. */
function RecentDecisions({ now }: { now: string }) {
  const { data } = useQuery(figuresQuery)
  if (!data || data.recent.length === 0) return null
  return (
    <section aria-labelledby="recent-decisions" className="mt-6">
      <SectionHead title="Zuletzt erledigt" id="recent-decisions">
        <Link to={activityPath} className="link">
          Aktivität
        </Link>
      </SectionHead>
      <DataTable caption="Die letzten Entscheidungen über Beiträge">
        <thead>
          <tr>
            <th>Beitrag</th>
            <th>Entscheidung</th>
            <th>Von</th>
            <th className="number">Zeit</th>
          </tr>
        </thead>
        <tbody>
          {data.recent.map((item) => (
            <tr key={item.id}>
              <td>
                <b className="wrap-anywhere">{item.title}</b>
              </td>
              <td>
                <b className={isGood(item.action) ? 'text-ok' : 'text-danger'}>{actionNames[item.action]}</b>
                {item.action !== 'approved' && <span className="wrap-anywhere"> · {item.reason}</span>}
              </td>
              <td>{item.moderator_name ?? 'Unbekannt'}</td>
              <td className="number">{timeOf(item.created_at, now)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </section>
  )
}
