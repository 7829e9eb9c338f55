import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { AdminHead } from '../frame/admin-header.tsx'
import { AdminSearchField } from '../frame/admin-search-field.tsx'
import { FilterBar } from '../frame/filter-bar.tsx'
import { useAdminSearch } from '../frame/use-admin-search.ts'
import { createStarPath, socialPath } from './star-addresses.ts'
import { adminStarsQuery } from './stars-queries.ts'
import { readStarsSearch, type StarsSearch, starGaps, starSorts, starStates } from './stars-search.ts'
import { StarsTable } from './stars-table.tsx'
import './stars.css'

/** /admin/stars: everyone we know, also the hidden ones, and what is missing about them. */
export default function StarsScreen() {
  const [search, setSearch] = useAdminSearch(readStarsSearch)
  return (
    <>
      <AdminHead title="Stars" intro="Alle, auch die versteckten.">
        <Link to={socialPath} className={buttonClass()}>
          Social Media
        </Link>
        <Link to={createStarPath} className={buttonClass({ variant: 'hot' })}>
          Neuer Star
        </Link>
      </AdminHead>
      <FilterBar>
        <AdminSearchField label="Name" value={search.q ?? ''} onChange={(q) => setSearch({ q: q || undefined })} />
        <Choice
          label="Zustand"
          all="Alle"
          choices={starStates}
          value={search.zustand}
          onChange={(zustand) => setSearch({ zustand })}
        />
        <Choice
          label="Es fehlt"
          all="Egal"
          choices={starGaps}
          value={search.fehlt}
          onChange={(fehlt) => setSearch({ fehlt })}
        />
        <Choice
          label="Sortierung"
          choices={starSorts}
          value={search.sortierung ?? 'name'}
          onChange={(sortierung) => setSearch({ sortierung })}
        />
      </FilterBar>
      <StarsList search={search} onReset={() => setSearch({ q: undefined, zustand: undefined, fehlt: undefined })} />
    </>
  )
}

type ChoiceProps<Key extends string> = {
  label: string
  all?: string
  choices: Readonly<Record<Key, { text: string }>>
  value: Key | undefined
  onChange: (key: Key | undefined) => void
}

function Choice<Key extends string>({ label, all, choices, value, onChange }: ChoiceProps<Key>) {
  const options = Object.keys(choices) as Key[]
  const choose = (chosen: string) => onChange(options.find((key) => key === chosen))
  return (
    <SelectField label={label} value={value ?? ''} onChange={(event) => choose(event.target.value)}>
      {all && <option value="">{all}</option>}
      {options.map((key) => (
        <option key={key} value={key}>
          {choices[key].text}
        </option>
      ))}
    </SelectField>
  )
}

function StarsList({ search, onReset }: { search: StarsSearch; onReset: () => void }) {
  const list = useInfiniteQuery(adminStarsQuery(search))
  return (
    <div className="dense-rows">
      <PagedList
        list={list}
        loading="Stars werden geladen"
        failed="Die Stars konnten nicht geladen werden"
        empty={<NoStars filtered={Boolean(search.q || search.zustand || search.fehlt)} onReset={onReset} />}
        more="Mehr Stars"
      >
        {(stars) => <StarsTable stars={stars} />}
      </PagedList>
    </div>
  )
}

function NoStars({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  if (filtered)
    return (
      <EmptyState emoji="🔍" title="Niemand passt dazu." text="Prüf die Schreibweise oder nimm Filter weg.">
        <button type="button" className={buttonClass()} onClick={onReset}>
          Filter zurücksetzen
        </button>
      </EmptyState>
    )
  return (
    <EmptyState emoji="⭐" title="Noch keine Stars." text="Leg den ersten an, oder importier eine Liste.">
      <Link to={createStarPath} className={buttonClass({ variant: 'strong' })}>
        Neuer Star
      </Link>
    </EmptyState>
  )
}
