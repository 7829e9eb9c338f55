import type { CopiedWeek } from '@hot/domain/contract/admin/calendar'
import { addDays, type Day, isDay } from '@hot/domain/time/berlin-time'
import { mondayOf, weekName, weekRange } from '@hot/domain/time/berlin-week'
import { type FormEvent, useState } from 'react'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useWrite } from '../kit/write.ts'
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
  const [target, setTarget] = useState(addDays(mondayOf(day), 7))
  const action = useWrite(() => copyWeek(day, target, search), {
    refusals: calendarFailures,
    onDone: (copied) => onDone(target, copiedText(copied)),
  })
  const isFiltered = Boolean(search.sender || search.format)
  const isSame = isDay(target) && mondayOf(target) === mondayOf(day)
  const copy = (event: FormEvent) => {
    event.preventDefault()
    if (!isDay(target) || isSame) return
    void action.run()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${weekName(day)} kopieren`}
      description={`${isFiltered ? 'Kopiert wird, was der Filter zeigt' : 'Kopiert wird die ganze Woche'}: Tage, Zeiten und Sender. Folgennummern, eigene Titel und Beschreibungen bleiben hier, Serien werden einzelne Termine. Was dort schon steht, kommt nicht doppelt.`}
    >
      <form noValidate onSubmit={copy} className="grid gap-4">
        <TextField
          label="In die Woche mit diesem Tag"
          name="target"
          type="date"
          value={target}
          onChange={(event) => setTarget(event.target.value)}
          error={isDay(target) ? (isSame ? calendarFailures.same_week : null) : 'Wähl einen Tag.'}
          hint={isDay(target) ? `${weekName(target)} · ${weekRange(target)}` : null}
        />
        <FormFoot
          action={action}
          submit="Woche kopieren"
          working="Wird kopiert …"
          variant="strong"
          disabled={!isDay(target) || isSame}
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
