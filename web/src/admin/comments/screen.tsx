import type { TeamComment, TeamCommentsPage } from '@hot/domain/contract/admin/reports'
import { choiceParam } from '@hot/domain/url/search-param'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { useStaff } from '../kit/access.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { type CommentsSearch, commentsQuery, kindNames, kinds, readCommentsSearch, spanNames, spans } from './api.ts'
import { HeldComments } from './held.tsx'
import { CommentList } from './list.tsx'

/** `/admin/comments`: what members wrote below posts, to remove much of it at once. */
export default function CommentsScreen() {
  const [search, setSearch] = useAdminSearch(readCommentsSearch)
  return (
    <>
      <AdminHead
        title="Kommentare"
        intro="Die neuesten zuerst. Was du entfernst, bekommt als Begründung, wer es geschrieben hat."
      />
      <HeldComments />
      <Filters search={search} onChange={setSearch} />
      <Comments key={JSON.stringify(search)} search={search} />
    </>
  )
}

type FiltersProps = { search: CommentsSearch; onChange: (changes: Partial<CommentsSearch>) => void }

function Filters({ search, onChange }: FiltersProps) {
  return (
    <FilterBar>
      <AdminSearchField label="Suche" value={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      <AdminSearchField
        label="Von"
        placeholder="Nickname"
        value={search.von ?? ''}
        onChange={(von) => onChange({ von: von || undefined })}
      />
      <SelectField
        label="Art"
        value={search.art ?? ''}
        onChange={({ target }) => onChange({ art: choiceParam(target.value, kindNames) })}
      >
        <option value="">Alle</option>
        {kindNames.map((kind) => (
          <option key={kind} value={kind}>
            {kinds[kind]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Zeitraum"
        value={search.tage ?? '7'}
        onChange={({ target }) =>
          onChange({ tage: target.value === '7' ? undefined : choiceParam(target.value, spanNames) })
        }
      >
        {spanNames.map((span) => (
          <option key={span} value={span}>
            {spans[span]}
          </option>
        ))}
      </SelectField>
    </FilterBar>
  )
}

function Comments({ search }: { search: CommentsSearch }) {
  const { userId } = useStaff()
  const [now] = useState(() => serverInstant())
  const list = useInfiniteQuery(commentsQuery(userId, search))
  const first: TeamCommentsPage | undefined = list.data?.pages[0]
  return (
    <PagedList
      list={list}
      loading="Kommentare werden geladen"
      failed="Die Kommentare konnten nicht geladen werden"
      skeleton={<Skeleton className="h-80" />}
      empty={<EmptyState emoji="💬" title="Keine Kommentare." text="Nimm einen Filter weg oder schau weiter zurück." />}
      more="Mehr Kommentare"
    >
      {(items: readonly TeamComment[]) => <CommentList items={items} found={first?.ids ?? []} now={now} />}
    </PagedList>
  )
}
