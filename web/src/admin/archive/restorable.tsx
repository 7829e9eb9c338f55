import { longDateTime } from '@hot/domain/time/german-date'
import { Button } from '#web/ui/controls/button.tsx'
import { useStaff } from '../kit/access.tsx'

type Props = {
  /** `Wiederherstellbar bis`, before the day. */
  note: string
  until: string
  /** What the button does, and its accessible name together with `name`. */
  verb: string
  name: string
  onRestore: () => void
}

/** Until when something can be restored, and the button, which only admins have. */
export function Restorable({ note, until, verb, name, onRestore }: Props) {
  const { isAdmin } = useStaff()
  return (
    <div className="archive-actions">
      <span className="meta">
        {note} {longDateTime(until)}.
      </span>
      {isAdmin ? (
        <Button small variant="strong" aria-label={`${verb}: ${name}`} onClick={onRestore}>
          {verb}
        </Button>
      ) : (
        <span className="meta">{verb} dürfen nur Admins.</span>
      )}
    </div>
  )
}
