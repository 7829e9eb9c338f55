import { Button } from '#web/ui/controls/button.tsx'
import type { HeldAction } from './use-undoable-action.ts'

/** What a held action is about to do, with the way back. Stays above the bottom bar. */
export function UndoBar({ action }: { action: HeldAction }) {
  return (
    <div className="undo-bar" role="status">
      {action.held && (
        <div>
          <span>{action.held.text}</span>
          <Button small variant="quiet" onClick={action.undo}>
            Rückgängig
          </Button>
        </div>
      )}
    </div>
  )
}
