import { type ReportReason, reportReasons } from '@hot/domain/moderation/report-rules'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { AdminSearchField, FilterBar } from '../kit/screen.tsx'
import type { ReportsSearch } from './reports-search.ts'

type Props = { search: ReportsSearch; onChange: (changes: Partial<ReportsSearch>) => void }

export function ReportsFilters({ search, onChange }: Props) {
  const isOpen = search.status !== 'erledigt'
  return (
    <FilterBar>
      <Segmented label="Status">
        <button type="button" aria-pressed={isOpen} onClick={() => onChange({ status: undefined })}>
          Offen
        </button>
        <button type="button" aria-pressed={!isOpen} onClick={() => onChange({ status: 'erledigt' })}>
          Erledigt
        </button>
      </Segmented>
      <SelectField
        label="Reihenfolge"
        value={search.sort ?? ''}
        disabled={!isOpen}
        onChange={(event) => onChange({ sort: event.target.value === 'alt' ? 'alt' : undefined })}
      >
        <option value="">Dringendste zuerst</option>
        <option value="alt">Älteste zuerst</option>
      </SelectField>
      <SelectField
        label="Art"
        value={search.art ?? ''}
        onChange={({ target }) =>
          onChange({ art: target.value === 'beitrag' || target.value === 'kommentar' ? target.value : undefined })
        }
      >
        <option value="">Alle</option>
        <option value="beitrag">Beiträge</option>
        <option value="kommentar">Kommentare</option>
      </SelectField>
      <SelectField
        label="Grund"
        value={search.grund ?? ''}
        onChange={({ target }) =>
          onChange({ grund: reportReasons.find((reason): reason is ReportReason => reason === target.value) })
        }
      >
        <option value="">Alle</option>
        {reportReasons.map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </SelectField>
      <AdminSearchField
        label="Geschrieben von"
        placeholder="Nickname"
        value={search.von ?? ''}
        onChange={(term) => onChange({ von: term || undefined })}
      />
    </FilterBar>
  )
}
