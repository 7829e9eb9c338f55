import { copyWeekForm } from '@hot/domain/calendar/event-form'
import type { CopiedWeek } from '@hot/domain/contract/admin/calendar'
import { addDays, type Day, isDay } from '@hot/domain/time/berlin-time'
import { mondayOf, weekName, weekRange } from '@hot/domain/time/berlin-week'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useEntityForm } from '../kit/entity-form.tsx'
import { type AdminCalendarSearch, calendarFailures, copyWeek } from './api.ts'

type Props = {
  /** A day of the week that is copied. */
  day: Day
  search: AdminCalendarSearch
  onClose: () => void
  /** The week it went to, and what happened. */
  onDone: (target: Day, text: string) => void
}

/** Plans the shown week once more for another one. */
export function CopyWeekDialog({ day, search, onClose, onDone }: Props) {
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
        <FormFoot
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
