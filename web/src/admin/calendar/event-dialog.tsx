import { emptyFields } from '@hot/domain/calendar/event-draft'
import type { Day } from '@hot/domain/time/berlin-time'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { choicesQuery, eventQuery, newEvent } from './api.ts'
import { EventForm } from './event-form.tsx'

type EventDialogProps = {
  /** An id, or `neu`. */
  event: string
  /** The day a new one begins with. */
  day: Day
  onClose: () => void
  onDone: (text: string) => void
}

/** The form of an event over the calendar; its address is in the URL. */
export function EventDialog({ event, day, onClose, onDone }: EventDialogProps) {
  const isNew = event === newEvent
  return (
    <Dialog open onClose={onClose} title={isNew ? 'Neuer Termin' : 'Termin bearbeiten'} wide>
      <Loaded key={event} event={event} isNew={isNew} day={day} onDone={onDone} />
    </Dialog>
  )
}

function Loaded({ event, isNew, day, onDone }: Omit<EventDialogProps, 'onClose'> & { isNew: boolean }) {
  const choices = useQuery(choicesQuery)
  const stored = useQuery({ ...eventQuery(event), enabled: !isNew })
  if (choices.isError || stored.isError) {
    const again = () => {
      if (choices.isError) void choices.refetch()
      if (stored.isError) void stored.refetch()
    }
    return <ErrorState title="Der Termin konnte nicht geladen werden" onRetry={again} />
  }
  if (!choices.data || (!isNew && stored.data === undefined))
    return (
      <div role="status" aria-label="Wird geladen">
        <Skeleton className="h-96" />
      </div>
    )
  if (stored.data === null)
    return (
      <EmptyState
        emoji="🗓️"
        title="Diesen Termin gibt es nicht mehr."
        text="Schließ das Fenster und such ihn im Kalender."
      />
    )
  return <EventForm event={stored.data ?? null} start={emptyFields(day)} choices={choices.data} onDone={onDone} />
}
