import { decisionBatchMax } from '@hot/domain/post/moderation'
import { Button } from '#web/ui/controls/button.tsx'
import type { Decision } from './posts-queries.ts'

type Props = {
  picked: number
  total: number
  onAll: () => void
  onNone: () => void
  onDecide: (decision: Decision) => void
}

/** What happens to all that are ticked. */
export function BulkBar({ picked, total, onAll, onNone, onDecide }: Props) {
  const tooMany = picked > decisionBatchMax
  return (
    <fieldset className="bulk-bar" aria-label="Mehrere Beiträge">
      {picked === 0 ? (
        <Button small variant="quiet" onClick={onAll} disabled={total === 0}>
          Alle auswählen
        </Button>
      ) : (
        <>
          <b role="status">{picked} ausgewählt</b>
          {tooMany && <span className="meta">Höchstens {decisionBatchMax} auf einmal.</span>}
          <Button small onClick={() => onDecide('approve')} disabled={tooMany}>
            Auswahl freigeben
          </Button>
          <Button small onClick={() => onDecide('reject')} disabled={tooMany}>
            Auswahl ablehnen
          </Button>
          <Button small variant="danger" onClick={() => onDecide('delete')} disabled={tooMany}>
            Auswahl löschen
          </Button>
          <Button small variant="quiet" onClick={onNone}>
            Auswahl aufheben
          </Button>
        </>
      )}
    </fieldset>
  )
}
