import { copyWeekForm } from '@hot/domain/calendar/event-form'
import type { AdminCalendarChoices, CopiedWeek } from '@hot/domain/contract/admin/calendar'
import { addDays, type Day, isDay, todayInBerlin } from '@hot/domain/time/berlin-time'
import { mondayOf, weekName, weekRange } from '@hot/domain/time/berlin-week'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '#web/platform/device/server-clock.ts'
import { Button, Segmented } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { Callout, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useEntityForm } from '../kit/entity-form.tsx'
import { AdminHead, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import {
  type AdminCalendarSearch,
  type AdminView,
  adminCalendarSearch,
  calendarFailures,
  calendarKey,
  choicesQuery,
  copyWeek,
  eventsQuery,
  newEvent,
  type ShownPeriod,
  shownPeriod,
} from './api.ts'
import { EventDialog } from './event-dialog.tsx'
import { ManyDates } from './many.tsx'
import { QuickAdd } from './quick-add.tsx'
import { MonthView, WeekView } from './views.tsx'
import './calendar.css'
import { letterKeysOn } from '#web/platform/storage/letter-keys.ts'

/** The programme planner: week and month, single events and series. */
export default function CalendarScreen() {
  const [search, setSearch] = useAdminSearch(adminCalendarSearch)
  const [copying, setCopying] = useState(false)
  const [marking, setMarking] = useState(false)
  const quick = useRef<HTMLTextAreaElement>(null)
  const client = useQueryClient()
  const today = todayInBerlin(serverNow())
  const day = search.datum ?? today
  const view = search.ansicht ?? 'woche'
  const period = shownPeriod(view, day)
  const { data: choices } = useQuery(choicesQuery)
  useCalendarKeys({
    previous: () => setSearch({ datum: period.previous }),
    next: () => setSearch({ datum: period.next }),
    quick: () => quick.current?.focus(),
  })
  const changed = (text: string) => {
    showToast({ title: text, text: 'Der öffentliche Kalender zeigt es in spätestens einer Minute.' })
    return client.invalidateQueries({ queryKey: calendarKey })
  }
  return (
    <>
      <AdminHead title="Kalender" intro={period.title}>
        <Button variant="hot" onClick={() => setSearch({ termin: newEvent })}>
          Neuer Termin
        </Button>
        <Button onClick={() => setCopying(true)}>Woche kopieren</Button>
        <Button aria-pressed={marking} onClick={() => setMarking(!marking)}>
          {marking ? 'Fertig' : 'Mehrere ändern'}
        </Button>
      </AdminHead>
      <CalendarToolbar search={search} view={view} period={period} choices={choices} onChange={setSearch} />
      <QuickAdd shown={day} today={today} choices={choices} field={quick} onDone={changed} />
      <Shown
        {...{ search, view, period, day, today, marking }}
        onChanged={changed}
        onOpen={(id) => setSearch({ termin: id })}
        onAdd={(one) => setSearch({ termin: newEvent, datum: one })}
        onDay={(one) => setSearch({ ansicht: undefined, datum: one }, { push: true })}
      />
      {search.termin && (
        <EventDialog
          event={search.termin}
          day={day}
          format={search.format}
          season={search.staffel}
          onClose={() => setSearch({ termin: undefined, staffel: undefined })}
          onDone={(text, saved) => {
            setSearch({ termin: undefined, staffel: undefined, ...(saved && { datum: saved }) }, { isSaved: true })
            void (text === 'Nichts geändert' ? showToast({ title: text }) : changed(text))
          }}
        />
      )}
      {copying && (
        <CopyWeekDialog
          day={day}
          search={search}
          onClose={() => setCopying(false)}
          onDone={(target, text) => {
            setCopying(false)
            setSearch({ datum: target, ansicht: undefined })
            void changed(text)
          }}
        />
      )}
    </>
  )
}

type ShownProps = {
  search: ReturnType<typeof adminCalendarSearch>
  view: 'woche' | 'monat'
  period: ReturnType<typeof shownPeriod>
  day: Day
  today: Day
  /** Shows a list in which several are marked. */
  marking: boolean
  onChanged: (text: string) => unknown
  onOpen: (id: string) => void
  onAdd: (day: Day) => void
  onDay: (day: Day) => void
}

function Shown({ search, view, period, day, today, marking, onChanged, onOpen, onAdd, onDay }: ShownProps) {
  const { days } = period
  const { data, isError, refetch } = useQuery(eventsQuery(days[0] ?? day, days.at(-1) ?? day, search))
  if (isError) return <ErrorState title="Der Kalender konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label="Termine werden geladen">
        <Skeleton className="h-96" />
      </div>
    )
  const shared = { days, items: data.items, today, onOpen }
  return (
    <>
      {data.cut && <Callout kind="warn">Das sind mehr als 1.000 Termine. Nimm einen Filter, um alle zu sehen.</Callout>}
      {marking ? (
        <ManyDates key={`${days[0]} ${view}`} items={data.items} onDone={onChanged} />
      ) : view === 'woche' ? (
        <WeekView {...shared} onAdd={onAdd} />
      ) : (
        <MonthView {...shared} day={day} onDay={onDay} />
      )}
    </>
  )
}

const views: [AdminView, string][] = [
  ['woche', 'Woche'],
  ['monat', 'Monat'],
]

type CalendarToolbarProps = {
  search: AdminCalendarSearch
  view: AdminView
  period: ShownPeriod
  choices: AdminCalendarChoices | undefined
  onChange: (changes: Partial<AdminCalendarSearch>) => void
}

/** View, filters and turning the pages. */
function CalendarToolbar({ search, view, period, choices, onChange }: CalendarToolbarProps) {
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
        <TextField
          label="Springen zu"
          type="date"
          value={search.datum ?? ''}
          onChange={({ target }) => isDay(target.value) && onChange({ datum: target.value })}
        />
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

type CalendarKeys = { previous: () => void; next: () => void; quick: () => void }

/** Left and right page through the calendar, N focuses the quick-add line, unless a text field has the focus. */
function useCalendarKeys(keys: CalendarKeys): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')) return
      const act = { ArrowLeft: 'previous', ArrowRight: 'next', n: 'quick' }[event.key] as keyof CalendarKeys | undefined
      if (!act || (act === 'quick' && !letterKeysOn())) return
      event.preventDefault()
      current.current[act]()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

type CopyWeekProps = {
  /** A day in the week to copy. */
  day: Day
  search: AdminCalendarSearch
  onClose: () => void
  /** `target`: the week copied to; `text`: the result. */
  onDone: (target: Day, text: string) => void
}

/** Copies the shown week to another one. */
function CopyWeekDialog({ day, search, onClose, onDone }: CopyWeekProps) {
  const form = useEntityForm({
    schema: copyWeekForm(day),
    initial: { target: addDays(mondayOf(day), 7) },
    save: ({ target }) => copyWeek(day, target, search),
    onSaved: (copied, { target }) => onDone(target, copiedText(copied)),
    refusals: calendarFailures,
  })
  const target = form.input('target')
  const isFiltered = Boolean(search.sender || search.format)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${weekName(day)} kopieren`}
      description={`${isFiltered ? 'Kopiert wird, was der Filter zeigt' : 'Kopiert wird die ganze Woche'}: Tage, Zeiten und Sender. Folgennummern, eigene Titel und Beschreibungen bleiben hier, Serien werden einzelne Termine. Was dort schon steht, kommt nicht doppelt.`}
    >
      <form {...form.formProps} className="grid gap-4">
        <TextField
          label="In die Woche mit diesem Tag"
          type="date"
          {...target}
          hint={isDay(target.value) ? `${weekName(target.value)} · ${weekRange(target.value)}` : null}
        />
        <FormFooter
          action={form.action}
          submit="Woche kopieren"
          working="Wird kopiert …"
          variant="strong"
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

function copiedText({ copied, skipped, collisions }: CopiedWeek): string {
  return [
    copied === 1 ? 'Ein Termin kopiert' : `${copied} Termine kopiert`,
    skipped > 0 && `${skipped} gab es schon`,
    collisions > 0 && `${collisions} Mal ist der Sender schon belegt`,
  ]
    .filter(Boolean)
    .join(', ')
}
