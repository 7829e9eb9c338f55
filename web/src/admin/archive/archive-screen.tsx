import type { ArchivedPost } from '@hot/domain/contract/admin/posts'
import { restoreDays } from '@hot/domain/post/moderation'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { type ArchiveSearch, archiveQuery, archiveTabs, readArchiveSearch } from './archive-queries.ts'
import { ArchiveRow } from './archive-row.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import './archive.css'

const standard = 'wiederherstellbar'

/** /admin/moderation-archive: what was deleted, with the way back. */
export default function ArchiveScreen() {
  const [search, setSearch] = useAdminSearch(readArchiveSearch)
  const [restoring, setRestoring] = useState<ArchivedPost | null>(null)
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead
        title="Archiv"
        intro={`Gelöschte Beiträge. ${restoreDays} Tage lang kann ein Admin sie wiederherstellen.`}
      />
      <FilterBar>
        <SelectField
          label="Stand"
          value={search.stand ?? standard}
          onChange={(event) => {
            const chosen = archiveTabs.find(({ value }) => value === event.target.value)?.value
            setSearch({ stand: chosen === standard ? undefined : chosen })
          }}
        >
          {archiveTabs.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <AdminSearchField
          label="Suche im Titel"
          value={search.q ?? ''}
          onChange={(q) => setSearch({ q: q || undefined })}
        />
      </FilterBar>
      <Listed search={search} onRestore={setRestoring} />
      {restoring && <RestoreDialog post={restoring} onClose={() => setRestoring(null)} />}
    </div>
  )
}

function Listed({ search, onRestore }: { search: ArchiveSearch; onRestore: (post: ArchivedPost) => void }) {
  const list = useInfiniteQuery(archiveQuery(search))
  return (
    <PagedList
      list={list}
      loading="Archiv wird geladen"
      failed="Das Archiv konnte nicht geladen werden"
      empty={
        <EmptyState
          emoji="🗄️"
          title={search.q ? 'Dazu liegt hier kein Beitrag.' : 'Hier liegt kein Beitrag.'}
          text={search.q ? 'Such mit einem anderen Wort aus dem Titel.' : undefined}
        />
      }
      more="Mehr Beiträge"
    >
      {(posts) => (
        <div className="archive">
          {posts.map((post) => (
            <ArchiveRow key={post.id} post={post} onRestore={() => onRestore(post)} />
          ))}
        </div>
      )}
    </PagedList>
  )
}
