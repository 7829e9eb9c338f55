import { type BinKind, type Binned, binKinds } from '@hot/domain/contract/admin/posts'
import { restoreDays } from '@hot/domain/post/moderation'
import { searchQueryMax } from '@hot/domain/search/limits'
import { longDateTime } from '@hot/domain/time/german-date'
import { choiceParam, termParam } from '@hot/domain/url/search-param'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { ConfirmDialog, tooLateText } from '../kit/dialogs.tsx'
import { listQuery } from '../kit/list.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { editStarPath } from '../paths.ts'
import { Restorable } from './restorable.tsx'
import './archive.css'

const kindNames: Readonly<Record<BinKind, string>> = {
  format: 'Format',
  season: 'Staffel',
  star: 'Star',
  merge: 'Zusammenlegung',
  event: 'Termin',
  news: 'News',
  import: 'Import',
}

const countNames: Readonly<Record<keyof Binned['counts'], readonly [one: string, many: string]>> = {
  formats: ['Format', 'Formate'],
  seasons: ['Staffel', 'Staffeln'],
  stars: ['Star', 'Stars'],
  participants: ['Teilnahme', 'Teilnahmen'],
  events: ['Termin', 'Termine'],
  votes: ['Stimme', 'Stimmen'],
  fans: ['Fan', 'Fans'],
  posts: ['Beitrag mit dem Tag', 'Beiträge mit dem Tag'],
}
const countKeys = Object.keys(countNames) as (keyof typeof countNames)[]

/** Where the thing itself is counted. */
const ownCount: Partial<Record<BinKind, keyof typeof countNames>> = {
  format: 'formats',
  season: 'seasons',
  star: 'stars',
  merge: 'stars',
  event: 'events',
}

/** What comes back besides the thing itself: `12 Staffeln und 280 Termine`; empty where nothing does. */
export function alongText({ kind, counts }: Pick<Binned, 'kind' | 'counts'>): string {
  const parts = countKeys.flatMap((key) => {
    const count = counts[key] ?? 0
    const isItself = count <= 1 && ownCount[kind] === key
    return count === 0 || isItself ? [] : [`${formatCount(count)} ${countNames[key][count === 1 ? 0 : 1]}`]
  })
  return new Intl.ListFormat('de-DE').format(parts)
}

type BinSearch = { art?: BinKind | undefined; q?: string | undefined }

const readBinSearch = (given: Record<string, unknown>): BinSearch => ({
  art: choiceParam(given.art, binKinds),
  q: termParam(given.q, searchQueryMax),
})

const binQuery = ({ art, q }: BinSearch) =>
  listQuery(['admin', 'bin', { art, q }], 'admin_bin_page', { p_kind: art, p_query: q, p_limit: 20 })

/** `/admin/bin`: deleted formats, seasons, stars, events and news, merged stars, and restoring them. */
export default function BinScreen() {
  const [search, setSearch] = useAdminSearch(readBinSearch)
  const list = useInfiniteQuery(binQuery(search))
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead
        title="Papierkorb"
        intro={`Gelöschte Stars, Formate, Staffeln, Termine und News, zusammengelegte Stars und rückgängig gemachte Importe. ${restoreDays} Tage lang kann ein Admin sie zurückholen.`}
      />
      <FilterBar>
        <SelectField
          label="Art"
          value={search.art ?? ''}
          onChange={(event) => setSearch({ art: choiceParam(event.target.value, binKinds) })}
        >
          <option value="">Alles</option>
          {binKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </SelectField>
        <AdminSearchField
          label="Suche im Namen"
          value={search.q ?? ''}
          onChange={(q) => setSearch({ q: q || undefined })}
        />
      </FilterBar>
      <PagedList
        list={list}
        loading="Papierkorb wird geladen"
        failed="Der Papierkorb konnte nicht geladen werden"
        empty={
          <EmptyState
            emoji="🗑️"
            title={search.q || search.art ? 'Dazu liegt hier nichts.' : 'Der Papierkorb ist leer.'}
            text={search.q ? 'Such mit einem anderen Wort aus dem Namen.' : undefined}
          />
        }
        more="Mehr"
      >
        {(items) => (
          <div className="archive">
            {items.map((item) => (
              <BinRow key={item.id} item={item} />
            ))}
          </div>
        )}
      </PagedList>
    </div>
  )
}

const refusals = {
  parent_gone: 'Das Format oder die Staffel dazu ist noch gelöscht. Hol das zuerst zurück.',
  address_taken: 'Adresse, Nummer oder Schlüssel hat inzwischen etwas anderes. Ändere es dort, dann geht es.',
}

const mergeRefusals = {
  ...refusals,
  parent_gone:
    'Der Star, der geblieben ist, wurde danach gelöscht oder noch einmal zusammengelegt. Hol zuerst das zurück.',
  address_taken: 'Adresse oder Schlüssel hat inzwischen ein anderer Star. Ändere es dort, dann geht es.',
}

/** What a merge made of this star, and where its address leads now. */
function MergeNote({ item }: { item: Binned }) {
  if (item.kind !== 'merge') return null
  if (!item.merged_into) return <p className="meta">Zusammengeführt mit einem Star, der selbst nicht mehr da ist.</p>
  return (
    <p className="meta wrap-anywhere">
      <span>Zusammengeführt mit </span>
      <Link to={editStarPath(item.merged_into.id)} className="link">
        {item.merged_into.name}
      </Link>
      <span>{`. /stars/${item.slug} leitet auf /stars/${item.merged_into.slug} weiter.`}</span>
    </p>
  )
}

/** Texts of the button and the question. */
function restoringOf(item: Binned) {
  const along = alongText(item)
  if (item.kind === 'merge')
    return {
      verb: 'Trennen',
      title: `„${item.name}“ wieder trennen?`,
      text: `Beide Stars haben dann wieder, was sie vorher hatten.${along && ` Zurück gehen: ${along}.`} Was seitdem dazukam, bleibt bei dem, der geblieben ist; was Mitglieder seitdem zurückgenommen haben, kommt nicht wieder.`,
      done: 'Getrennt',
      refusals: mergeRefusals,
    }
  return {
    verb: 'Zurückholen',
    title: `„${item.name}“ zurückholen?`,
    text: `Alles steht gleich wieder da, wo es war, und ist öffentlich, wenn es das vorher war.${along && ` Mit dabei: ${along}.`}`,
    done: 'Zurückgeholt',
    refusals,
  }
}

function BinRow({ item }: { item: Binned }) {
  const [asking, setAsking] = useState(false)
  const along = alongText(item)
  const restoring = restoringOf(item)
  const restore = async () => {
    const restored = await rpc('admin_restore_from_bin', { p_id: item.id })
    showToast(
      restored
        ? { title: restoring.done, text: item.name }
        : { kind: 'error', title: 'Nicht mehr da', text: tooLateText },
    )
  }
  return (
    <article className="archive-row" aria-label={item.name}>
      <div className="archive-top">
        <Badge kind="outline">{kindNames[item.kind]}</Badge>
        <span className="meta">
          <span>{item.kind === 'merge' ? 'zusammengelegt' : 'gelöscht'}</span> von{' '}
          <b>{item.removed_by_name ?? 'Unbekannt'}</b>, {longDateTime(item.removed_at)}
        </span>
      </div>
      <h2 className="type-h3 wrap-anywhere">{item.name}</h2>
      <MergeNote item={item} />
      {along && <p className="meta num">Dabei: {along}.</p>}
      <Restorable
        note="Liegt hier bis"
        until={item.restorable_until}
        verb={restoring.verb}
        name={item.name}
        onRestore={() => setAsking(true)}
      />
      {asking && (
        <ConfirmDialog
          title={restoring.title}
          text={restoring.text}
          confirm={restoring.verb}
          danger={false}
          refusals={restoring.refusals}
          onConfirm={restore}
          onClose={() => setAsking(false)}
        />
      )}
    </article>
  )
}
