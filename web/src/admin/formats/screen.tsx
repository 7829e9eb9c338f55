import type { AdminFormatsPage } from '@hot/domain/contract/admin/formats'
import { formatPath } from '@hot/domain/url/paths'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { channelsQuery } from '../broadcasters/api.ts'
import { type Column, countUpTo, ResourceTable } from '../kit/list.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { createFormatPath, editFormatPath } from '../paths.ts'
import { type FormatsSearch, formatsQuery, formatsSearch } from './api.ts'

/** /admin/formats: all formats, active or not. */
export default function FormatsScreen() {
  const [search, setSearch] = useAdminSearch(formatsSearch)
  return (
    <>
      <AdminHead title="Formate" intro="Auch die inaktiven. Die sieht sonst niemand.">
        <Link to={createFormatPath} className={buttonClass({ variant: 'hot' })}>
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
      {/* Until the names are loaded, only the URL has the chosen value. */}
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
      {(formats) => <ResourceTable caption="Formate" columns={columns} rows={formats} />}
    </PagedList>
  )
}

function NothingFound({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState emoji="🔎" title="Kein Format passt." text="Nimm einen Filter weg." />
  return (
    <EmptyState emoji="📺" title="Noch kein Format." text="Leg das erste an.">
      <Link to={createFormatPath} className={buttonClass({ variant: 'strong' })}>
        Format anlegen
      </Link>
    </EmptyState>
  )
}

const columns: readonly Column<AdminFormatsPage['items'][number]>[] = [
  {
    head: 'Format',
    className: 'min-w-44',
    cell: (format) => (
      <Link
        to={editFormatPath(format.id)}
        className="link block border-l-8 pl-2.5 font-bold"
        style={{ borderColor: format.color }}
      >
        {format.emoji && <span aria-hidden="true">{format.emoji} </span>}
        <span>{format.name}</span>
      </Link>
    ),
  },
  { head: 'Sender', cell: (format) => format.broadcaster ?? '–' },
  { head: 'Streaming', cell: (format) => format.provider ?? '–' },
  { head: 'Staffeln', number: true, cell: (format) => formatCount(format.seasons) },
  { head: 'Termine', number: true, cell: (format) => countUpTo(format.events) },
  {
    head: 'Seite',
    cell: (format) =>
      format.is_active ? (
        <Link to={formatPath(format.slug)} className="link">
          /{format.slug}
        </Link>
      ) : (
        <Badge>inaktiv</Badge>
      ),
  },
]
