import { type ChangeFields, changesForm, changesOf, noChanges, slotText } from '@hot/domain/calendar/event-changes'
import { eventNoteMax } from '@hot/domain/calendar/event-rules'
import type { AdminCalendarItem, ChangedEvents, EventDraft } from '@hot/domain/contract/admin/calendar'
import { useQueryClient } from '@tanstack/react-query'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { FormDialog } from '#web/ui/overlays/dialog.tsx'
import { useWrite } from '../kit/write.ts'
import { calendarKey, changeEvents, manyFailures } from './api.ts'
import { nameOf } from './views.tsx'

type DialogProps = {
  /** The marked ones, in order of broadcast. */
  items: readonly AdminCalendarItem[]
  onClose: () => void
  onDone: (drafts: readonly EventDraft[], answer: ChangedEvents) => void
}

const nothingChanges = 'So ändert sich an keinem Termin etwas.'

/** What should change of the marked dates, and how each stands afterwards. */
export function ChangesDialog({ items, onClose, onDone }: DialogProps) {
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
