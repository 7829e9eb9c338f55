import type { AdminNewsRow } from '@hot/domain/contract/admin/news'
import { longDateTime } from '@hot/domain/time/german-date'
import { newsPath } from '@hot/domain/url/paths'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { useStaff } from '../kit/access.tsx'
import { binNote, ConfirmDialog } from '../kit/dialogs.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import {
  adminNewsQuery,
  closeDiscussion,
  deleteNews,
  type NewsSearch,
  newsFailures,
  newsStateKeys,
  newsStates,
  newsStateTexts,
  openDiscussion,
  readNewsSearch,
} from './api.ts'
import { NewsEditorDialog } from './form.tsx'

/** /admin/news: drafts and scheduled items first, then published ones. */
export default function NewsScreen() {
  const [search, setSearch] = useAdminSearch(readNewsSearch)
  const open = (offen: string) => setSearch({ offen })
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

type NewsRowProps = { item: AdminNewsRow; onOpen: () => void }

/** One news item as on the start page, with its status. */
function NewsRow({ item, onOpen }: NewsRowProps) {
  const { isAdmin } = useStaff()
  const [asking, setAsking] = useState(false)
  return (
    <li className="flex flex-wrap items-start gap-4 border-t border-rule py-3 first:border-t-0">
      {item.image_url && <LazyImage src={item.image_url} width={96} height={72} />}
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="type-h3">{item.title}</h2>
        {item.excerpt && <p className="mt-1 text-ink-2">{item.excerpt}</p>}
        <p className="meta mt-1 flex flex-wrap items-center gap-2">
          <Badge kind={item.state === 'online' ? 'outline' : 'new'}>{newsStateTexts[item.state]}</Badge>
          {item.published_at && <span>{longDateTime(item.published_at)}</span>}
          {item.author && <span>von {item.author}</span>}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button small onClick={onOpen} aria-label={`${item.title} bearbeiten`}>
          Bearbeiten
        </Button>
        {item.state === 'online' && <Discussion item={item} />}
        {isAdmin && (
          <Button small variant="quiet" onClick={() => setAsking(true)} aria-label={`${item.title} löschen`}>
            Löschen
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title="News löschen?"
          text={`„${item.title}“ verschwindet auch von der Startseite. ${binNote}`}
          confirm="Löschen"
          refusals={newsFailures}
          onConfirm={() => deleteNews(item)}
          onDone={() => showToast({ title: 'News gelöscht' })}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

/** Opens a discussion in Trashtalk about the article, or lets the article lead there no more. */
function Discussion({ item }: { item: AdminNewsRow }) {
  const [asking, setAsking] = useState(false)
  const isOpen = item.discussion !== null
  const change = async () => {
    if (isOpen) return closeDiscussion(item)
    const { siteUrl } = await runtimeConfig()
    return openDiscussion(item, siteUrl + newsPath(item.slug))
  }
  return (
    <>
      <Button
        small
        onClick={() => setAsking(true)}
        aria-label={isOpen ? `Diskussion lösen: ${item.title}` : `Diskussion eröffnen: ${item.title}`}
      >
        {isOpen ? 'Diskussion lösen' : 'Diskussion eröffnen'}
      </Button>
      {asking && (
        <ConfirmDialog
          title={isOpen ? 'Diskussion lösen?' : 'Diskussion eröffnen?'}
          text={
            isOpen
              ? 'Der Artikel führt dann nicht mehr dorthin. Die Diskussion bleibt in Trashtalk.'
              : 'In Trashtalk erscheint eine Diskussion von dir mit Titel, Anriss und Link, und unter dem Artikel steht „Mitreden“.'
          }
          confirm={isOpen ? 'Lösen' : 'Eröffnen'}
          danger={false}
          refusals={newsFailures}
          onConfirm={change}
          onDone={() => showToast({ title: isOpen ? 'Diskussion gelöst' : 'Diskussion eröffnet' })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
