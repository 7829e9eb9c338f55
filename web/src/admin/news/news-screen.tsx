import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/controls/button.tsx'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { NewsEditorDialog } from './news-editor-dialog.tsx'
import {
  adminNewsQuery,
  type NewsSearch,
  newsStateKeys,
  newsStates,
  newsStateTexts,
  readNewsSearch,
} from './news-queries.ts'
import { NewsRow } from './news-row.tsx'

/** /admin/news: drafts and what is scheduled first, then what the start page shows and showed. */
export default function NewsScreen() {
  const [search, setSearch] = useAdminSearch(readNewsSearch)
  const open = (offen: string) => setSearch({ offen }, { push: true })
  return (
    <>
      <AdminHead title="News" intro="Die sechs neuesten stehen auf der Startseite.">
        <Button variant="hot" onClick={() => open('neu')}>
          Neue News
        </Button>
      </AdminHead>
      <FilterBar>
        <AdminSearchField label="Titel" value={search.q ?? ''} onChange={(q) => setSearch({ q: q || undefined })} />
        <SelectField
          label="Zustand"
          value={search.zustand ?? ''}
          onChange={(event) => setSearch({ zustand: readNewsSearch({ zustand: event.target.value }).zustand })}
        >
          <option value="">Alle</option>
          {newsStateKeys.map((key) => (
            <option key={key} value={key}>
              {newsStateTexts[newsStates[key]]}
            </option>
          ))}
        </SelectField>
      </FilterBar>
      <NewsList search={search} onOpen={open} />
      {search.offen && (
        <NewsEditorDialog key={search.offen} id={search.offen} onClose={() => setSearch({ offen: undefined })} />
      )}
    </>
  )
}

function NewsList({ search, onOpen }: { search: NewsSearch; onOpen: (id: string) => void }) {
  const list = useInfiniteQuery(adminNewsQuery(search))
  return (
    <PagedList
      list={list}
      loading="News werden geladen"
      failed="Die News konnten nicht geladen werden"
      empty={<NoNews filtered={Boolean(search.q || search.zustand)} onNew={() => onOpen('neu')} />}
      more="Mehr News"
    >
      {(items) => (
        <ul>
          {items.map((item) => (
            <NewsRow key={item.id} item={item} onOpen={() => onOpen(item.id)} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function NoNews({ filtered, onNew }: { filtered: boolean; onNew: () => void }) {
  if (filtered) return <EmptyState emoji="🔍" title="Keine News passt dazu." text="Nimm Filter weg." />
  return (
    <EmptyState emoji="📰" title="Noch keine News." text="Auf der Startseite steht solange „Nichts Neues“.">
      <Button variant="strong" onClick={onNew}>
        Neue News
      </Button>
    </EmptyState>
  )
}
