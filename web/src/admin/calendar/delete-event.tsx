import type { AdminCalendarEvent, EventScope } from '@hot/domain/contract/admin/calendar'
import { longDay } from '@hot/domain/time/german-date'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Segmented } from '#web/ui/controls/switch.tsx'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useWrite } from '../kit/write.ts'
import { calendarFailures, deleteEvent } from './api.ts'

type DeleteEventProps = { event: AdminCalendarEvent; onDone: (text: string) => void }

/** For admins: asks once, with the number of episodes it means. */
export function DeleteEvent({ event, onDone }: DeleteEventProps) {
  const [open, setOpen] = useState(false)
  const [scope, setScope] = useState<EventScope>('this')
  const deletion = useWrite(() => deleteEvent(event.id, scope), {
    refusals: calendarFailures,
    onDone: ({ removed }) => onDone(removed === 1 ? 'Termin gelöscht' : `${removed} Termine gelöscht`),
  })
  const { series } = event
  const count = { this: 1, following: series?.following ?? 1, all: series?.episodes ?? 1 }[scope]
  const what = count === 1 ? 'den Termin' : `${count} Termine`
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Löschen
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Termin löschen"
        description={`${event.title} am ${longDay(event.event_date)}. Er verschwindet sofort aus dem Kalender und aus den Feeds.`}
      >
        {series && <ScopeChoice label="Was soll weg?" series={series} scope={scope} onChange={setScope} />}
        <FormFailure text={deletion.failure} />
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" disabled={deletion.busy} onClick={() => void deletion.run()}>
            {deletion.busy ? 'Wird gelöscht …' : `Ja, ${what} löschen`}
          </Button>
          <Button onClick={() => setOpen(false)}>Behalten</Button>
        </div>
      </Dialog>
    </>
  )
}

type Series = NonNullable<AdminCalendarEvent['series']>
type ScopeChoiceProps = { label: string; series: Series; scope: EventScope; onChange: (scope: EventScope) => void }

/** Which episodes of a series an edit applies to. */
export function ScopeChoice({ label, series, scope, onChange }: ScopeChoiceProps) {
  const choices: [EventScope, string][] = [
    ['this', 'nur diese'],
    ['following', `diese und folgende (${series.following})`],
    ['all', `alle (${series.episodes})`],
  ]
  return (
    <Segmented label={label}>
      {choices.map(([value, text]) => (
        <button key={value} type="button" aria-pressed={value === scope} onClick={() => onChange(value)}>
          {text}
        </button>
      ))}
    </Segmented>
  )
}
