import { restoreDays } from '@hot/domain/post/moderation'
import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, termParam } from '@hot/domain/url/search-param'
import { SelectField } from '#web/ui/forms/field.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { RemovedComments } from './comments.tsx'
import { ArchivedPosts, type ArchiveTab, archiveTabs, standardTab } from './posts.tsx'
import './archive.css'

const kinds = { beitraege: 'Beiträge', kommentare: 'Kommentare' } as const
type Kind = keyof typeof kinds
const kindNames = Object.keys(kinds) as Kind[]

type ArchiveSearch = {
  /** The default, posts, is not in the URL. */
  art?: Kind | undefined
  /** Of posts only; the default, restorable ones, is not in the URL. */
  stand?: ArchiveTab | undefined
  q?: string | undefined
}

const tabNames = archiveTabs.map(({ value }) => value)

/** Search params from the URL, with defaults for invalid values. */
const readArchiveSearch = (given: Record<string, unknown>): ArchiveSearch => ({
  art: choiceParam(given.art, kindNames),
  stand: choiceParam(given.stand, tabNames),
  q: termParam(given.q, searchQueryMax),
})

/** `/admin/moderation-archive`: what was deleted, and restoring it. */
export default function ArchiveScreen() {
  const [search, setSearch] = useAdminSearch(readArchiveSearch)
  const { art = 'beitraege', stand = standardTab, q } = search
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead
        title="Archiv"
        intro={`Gelöschte Beiträge und entfernte Kommentare. ${restoreDays} Tage lang kann ein Admin sie wiederherstellen.`}
      />
      <FilterBar>
        <SelectField
          label="Art"
          value={art}
          onChange={({ target }) => setSearch({ art: target.value === 'kommentare' ? 'kommentare' : undefined })}
        >
          {kindNames.map((kind) => (
            <option key={kind} value={kind}>
              {kinds[kind]}
            </option>
          ))}
        </SelectField>
        {art === 'beitraege' && (
          <SelectField
            label="Stand"
            value={stand}
            onChange={({ target }) => {
              const chosen = choiceParam(target.value, tabNames)
              setSearch({ stand: chosen === standardTab ? undefined : chosen })
            }}
          >
            {archiveTabs.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        <AdminSearchField
          label={art === 'beitraege' ? 'Suche im Titel' : 'Suche im Text'}
          value={q ?? ''}
          onChange={(value) => setSearch({ q: value || undefined })}
        />
      </FilterBar>
      {art === 'beitraege' ? <ArchivedPosts tab={stand} query={q} /> : <RemovedComments query={q} />}
    </div>
  )
}
