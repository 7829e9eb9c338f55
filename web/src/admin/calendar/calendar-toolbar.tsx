import type { AdminCalendarChoices } from '@hot/domain/contract/admin/calendar'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#web/ui/controls/button.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { FilterBar } from '../kit/screen.tsx'
import type { AdminCalendarSearch, AdminView } from './calendar-search.ts'
import type { ShownPeriod } from './shown-period.ts'

const views: [AdminView, string][] = [
  ['woche', 'Woche'],
  ['monat', 'Monat'],
]

type Props = {
  search: AdminCalendarSearch
  view: AdminView
  period: ShownPeriod
  choices: AdminCalendarChoices | undefined
  onChange: (changes: Partial<AdminCalendarSearch>) => void
}

/** View, filters and turning the pages. */
export function CalendarToolbar({ search, view, period, choices, onChange }: Props) {
  return (
    <>
      <FilterBar>
        <Segmented label="Ansicht">
          {views.map(([value, label]) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === view}
              onClick={() => onChange({ ansicht: value === 'woche' ? undefined : value })}
            >
              {label}
            </button>
          ))}
        </Segmented>
        <SelectField
          label="Sender"
          value={search.sender ?? ''}
          onChange={({ target }) => onChange({ sender: target.value || undefined })}
        >
          <option value="">alle</option>
          {choices?.broadcasters.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Format"
          value={search.format ?? ''}
          onChange={({ target }) => onChange({ format: target.value || undefined })}
        >
          <option value="">alle</option>
          {choices?.formats.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </FilterBar>
      <nav className="mb-3 flex flex-wrap justify-between gap-2" aria-label="Blättern">
        <Button small onClick={() => onChange({ datum: period.previous })}>
          <Icon of={ChevronLeft} />
          {period.previousName}
        </Button>
        <Button small onClick={() => onChange({ datum: undefined })}>
          Heute
        </Button>
        <Button small onClick={() => onChange({ datum: period.next })}>
          {period.nextName}
          <Icon of={ChevronRight} />
        </Button>
      </nav>
    </>
  )
}
