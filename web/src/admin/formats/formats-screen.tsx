import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { createFormatAddress } from './format-addresses.ts'
import { channelsQuery, formatsQuery } from './formats-queries.ts'
import { type FormatsSearch, formatsSearch } from './formats-search.ts'
import { FormatsTable } from './formats-table.tsx'

/** /admin/formats: all formats, active or not. */
export default function FormatsScreen() {
  const [search, setSearch] = useAdminSearch(formatsSearch)
  return (
    <>
      <AdminHead title="Formate" intro="Auch die inaktiven. Die sieht sonst niemand.">
        <Link to={createFormatAddress} className={buttonClass({ variant: 'hot' })}>
          Format anlegen
        </Link>
      </AdminHead>
      <FilterBar>
        <AdminSearchField label="Suche" value={search.q ?? ''} onChange={(q) => setSearch({ q: q || undefined })} />
        <SelectField
          label="Status"
          value={search.status ?? ''}
          onChange={(event) => setSearch({ status: formatsSearch({ status: event.target.value }).status })}
        >
          <option value="">Alle</option>
          <option value="aktiv">Aktiv</option>
          <option value="inaktiv">Inaktiv</option>
        </SelectField>
        <ChannelFilter value={search.kanal} onChange={(kanal) => setSearch({ kanal })} />
      </FilterBar>
      <FormatsList search={search} />
    </>
  )
}

type FilterProps = { value: string | undefined; onChange: (id: string | undefined) => void }

function ChannelFilter({ value, onChange }: FilterProps) {
  const { data } = useQuery(channelsQuery)
  return (
    <SelectField
      label="Sender oder Streaming"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">Alle</option>
      {/* Until the names are here, the address alone says what is chosen. */}
      {!data && value && <option value={value}>Wird geladen …</option>}
      <optgroup label="Sender">
        {data?.broadcasters.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label="Streaming">
        {data?.providers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </optgroup>
    </SelectField>
  )
}

function FormatsList({ search }: { search: FormatsSearch }) {
  const list = useInfiniteQuery(formatsQuery(search))
  return (
    <PagedList
      list={list}
      loading="Formate werden geladen"
      failed="Die Formate konnten nicht geladen werden"
      empty={<NothingFound filtered={Object.values(search).some(Boolean)} />}
      end="Das sind alle Formate."
    >
      {(formats) => <FormatsTable formats={formats} />}
    </PagedList>
  )
}

function NothingFound({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState emoji="🔎" title="Kein Format passt." text="Nimm einen Filter weg." />
  return (
    <EmptyState emoji="📺" title="Noch kein Format." text="Leg das erste an.">
      <Link to={createFormatAddress} className={buttonClass({ variant: 'strong' })}>
        Format anlegen
      </Link>
    </EmptyState>
  )
}
