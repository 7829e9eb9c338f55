import { changesBack } from '@hot/domain/calendar/event-changes'
import type { AdminCalendarItem, ChangedEvents, EventDraft } from '@hot/domain/contract/admin/calendar'
import { clock, shortDay } from '@hot/domain/time/german-date'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Callout, EmptyState } from '#web/ui/feedback/state.tsx'
import { BulkBar, PickBox, usePicked } from '../kit/bulk-bar.tsx'
import { useWrite } from '../kit/write.ts'
import { calendarKey, changeEvents, manyFailures } from './api.ts'
import { ChangesDialog } from './changes-dialog.tsx'
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
