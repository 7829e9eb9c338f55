import type { AdminCalendarEvent, EventScope } from '@hot/domain/contract/admin/calendar'
import { longDay } from '@hot/domain/time/german-date'
import { useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { calendarFailures, deleteEvent } from './calendar-queries.ts'
import { ScopeChoice } from './scope-choice.tsx'

type Props = { event: AdminCalendarEvent; onDone: (text: string) => void }

/** For admins: asks once, with the number of episodes it means. */
export function DeleteEvent({ event, onDone }: Props) {
  const [open, setOpen] = useState(false)
  const [scope, setScope] = useState<EventScope>('this')
  const action = useAction(calendarFailures)
  const { series } = event
  const count = { this: 1, following: series?.following ?? 1, all: series?.episodes ?? 1 }[scope]
  const what = count === 1 ? 'den Termin' : `${count} Termine`
  const remove = () =>
    action.run(async () => {
      const { removed } = await deleteEvent(event.id, scope)
      onDone(removed === 1 ? 'Termin gelöscht' : `${removed} Termine gelöscht`)
    })
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
        <FormFailure text={action.failure} />
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" disabled={action.busy} onClick={remove}>
            {action.busy ? 'Wird gelöscht …' : `Ja, ${what} löschen`}
          </Button>
          <Button onClick={() => setOpen(false)}>Behalten</Button>
        </div>
      </Dialog>
    </>
  )
}
