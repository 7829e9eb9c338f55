import {
  type ChangeFields,
  changesBack,
  changesForm,
  changesOf,
  noChanges,
  slotText,
} from '@hot/domain/calendar/event-changes'
import { eventNoteMax } from '@hot/domain/calendar/event-rules'
import type { AdminCalendarItem, ChangedEvents, EventDraft } from '@hot/domain/contract/admin/calendar'
import { clock, shortDay } from '@hot/domain/time/german-date'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Callout, EmptyState } from '#web/ui/feedback/state.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { FormDialog } from '#web/ui/overlays/dialog.tsx'
import { BulkBar, PickBox, usePicked } from '../kit/bulk-bar.tsx'
import { useWrite } from '../kit/write.ts'
import { calendarKey, changeEvents, manyFailures } from './api.ts'
import { metaOf, nameOf } from './views.tsx'

type ManyProps = {
  /** What is shown, in order of broadcast. */
  items: readonly AdminCalendarItem[]
  onDone: (text: string) => unknown
}

type Made = { count: number; back: EventDraft[] }

/** The dates of the shown period as a list in which several are marked and changed in one go. */
export function ManyDates({ items, onDone }: ManyProps) {
  const picked = usePicked()
  const [changing, setChanging] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const chosen = items.filter(({ id }) => picked.ids.has(id))
  const done = (drafts: readonly EventDraft[], answer: ChangedEvents) => {
    setChanging(false)
    setMade({ count: drafts.length, back: changesBack(chosen, drafts, answer) })
    void onDone(changedText(drafts.length, answer.collisions))
  }
  if (items.length === 0)
    return <EmptyState emoji="🗓️" title="Hier ist kein Termin." text="Blätter weiter, oder nimm einen anderen Filter." />
  return (
    <section aria-label="Mehrere Termine ändern" className="grid gap-2">
      {made && (
        <ChangeBack
          made={made}
          onDone={(count) => {
            setMade(null)
            void onDone(count === 1 ? 'Termin zurückgesetzt' : `${count} Termine zurückgesetzt`)
          }}
        />
      )}
      <BulkBar label="Ausgewählte Termine" picked={picked} found={items.map(({ id }) => id)}>
        <Button small variant="strong" onClick={() => setChanging(true)}>
          Ändern …
        </Button>
      </BulkBar>
      <ul>
        {items.map((item) => (
          <DateRow
            key={item.id}
            item={item}
            picked={picked.ids.has(item.id)}
            onPick={(on) => picked.pick(item.id, on)}
          />
        ))}
      </ul>
      {changing && chosen.length > 0 && (
        <ChangesDialog items={chosen} onClose={() => setChanging(false)} onDone={done} />
      )}
    </section>
  )
}

function changedText(count: number, collisions: number): string {
  const done = count === 1 ? 'Termin geändert' : `${count} Termine geändert`
  return collisions > 0 ? `${done}, ${collisions} Mal ist der Sender schon belegt` : done
}

type RowProps = { item: AdminCalendarItem; picked: boolean; onPick: (picked: boolean) => void }

function DateRow({ item, picked, onPick }: RowProps) {
  const when = `${shortDay(item.event_date)} ${clock(item.event_time)}`
  return (
    <li className="flex items-center gap-3 border-rule border-t py-1">
      <PickBox name={`${nameOf(item)}, ${when}`} picked={picked} onPick={onPick} />
      <span className="min-w-0">
        <span className="block">
          <b>{when}</b> {nameOf(item)} {item.is_cancelled && <Badge kind="outline">Fällt aus</Badge>}
        </span>
        <span className="meta block">{metaOf(item)}</span>
      </span>
    </li>
  )
}

/** For a moment after changing: the dates get back what they had, unless somebody has changed them since. */
function ChangeBack({ made, onDone }: { made: Made; onDone: (count: number) => void }) {
  const undo = useWrite(() => changeEvents(made.back), {
    refusals: manyFailures,
    affects: [calendarKey],
    onDone: ({ saved }) => onDone(saved.length),
  })
  return (
    <div role="status">
      <Callout>
        <p className="flex flex-wrap items-center gap-3">
          <span>{made.count === 1 ? 'Der Termin ist geändert.' : `${made.count} Termine sind geändert.`}</span>
          <Button small busy={undo.busy} onClick={() => void undo.run()}>
            Rückgängig
          </Button>
        </p>
        {undo.failure && <p>{undo.failure}</p>}
      </Callout>
    </div>
  )
}

type DialogProps = {
  /** The marked ones, in order of broadcast. */
  items: readonly AdminCalendarItem[]
  onClose: () => void
  onDone: (drafts: readonly EventDraft[], answer: ChangedEvents) => void
}

const nothingChanges = 'So ändert sich an keinem Termin etwas.'

/** What should change of the marked dates, and how each stands afterwards. */
function ChangesDialog({ items, onClose, onDone }: DialogProps) {
  const client = useQueryClient()
  const schema = changesForm(items.length)
  const form = useZodForm(schema, noChanges)
  const write = useWrite(
    (drafts: readonly EventDraft[]) =>
      changeEvents(drafts).catch((error: unknown) => {
        // Somebody was first: the preview shows how it stands now.
        void client.invalidateQueries({ queryKey: calendarKey })
        throw error
      }),
    { refusals: manyFailures, affects: [calendarKey], onDone: (answer, drafts) => onDone(drafts, answer) },
  )
  const submit = (fields: ChangeFields) => {
    const drafts = changesOf(items, fields)
    if (drafts.length === 0) return form.showErrors({ shift: nothingChanges })
    return write.run(drafts)
  }
  const read = schema.safeParse(form.watch())
  const drafts = read.success ? changesOf(items, read.data) : []
  return (
    <FormDialog
      wide
      busy={write.busy}
      onClose={onClose}
      title={items.length === 1 ? 'Einen Termin ändern' : `${items.length} Termine ändern`}
      description="Was leer bleibt, bleibt bei jedem Termin, wie es ist."
    >
      <form {...form.formProps(submit)} className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="Um Tage verschieben"
            inputMode="text"
            autoComplete="off"
            hint="7 ist eine Woche später, -7 eine früher."
            {...form.input('shift')}
          />
          <TextField label="Alle auf diesen Tag" type="date" {...form.input('day')} />
          <TextField label="Uhrzeit" autoComplete="off" placeholder="20:15" {...form.input('time')} />
          <TextField
            label="Folgen zählen ab"
            inputMode="numeric"
            autoComplete="off"
            hint="Nummer der ersten; die anderen zählen weiter."
            {...form.input('number')}
          />
          <SelectField label="Findet statt" {...form.input('takesPlace')}>
            <option value="same">Bleibt, wie es ist</option>
            <option value="no">Fällt aus</option>
            <option value="yes">Findet statt</option>
          </SelectField>
          <TextField
            label="Was sich ändert und warum"
            autoComplete="off"
            hint="Steht beim Termin und in der Nachricht."
            maxLength={eventNoteMax}
            {...form.input('note')}
          />
        </div>
        <Preview items={items} drafts={drafts} />
        <FormFooter
          action={{ busy: write.busy, failure: write.failure }}
          submit={drafts.length > 1 ? `${drafts.length} Termine ändern` : 'Ändern'}
          working="Wird geändert …"
          variant="strong"
          onCancel={onClose}
        />
      </form>
    </FormDialog>
  )
}

type PreviewProps = { items: readonly AdminCalendarItem[]; drafts: readonly EventDraft[] }

/** How each of them stands and will stand. */
function Preview({ items, drafts }: PreviewProps) {
  const values = new Map(drafts.map((draft) => [draft.id, draft.values]))
  return (
    <section aria-label="Vorschau" className="max-h-72 overflow-auto">
      {drafts.length === 0 && <p className="meta mb-2">{nothingChanges}</p>}
      <table className="guide-table">
        <caption className="visually-hidden">Vorschau der Änderung</caption>
        <thead>
          <tr>
            <th scope="col">Was</th>
            <th scope="col">Bisher</th>
            <th scope="col">Dann</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const change = values.get(item.id)
            return (
              <tr key={item.id}>
                <td>{nameOf(item)}</td>
                <td>{slotText(item)}</td>
                <td>{change ? <b>{slotText({ ...item, ...change })}</b> : 'bleibt'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
