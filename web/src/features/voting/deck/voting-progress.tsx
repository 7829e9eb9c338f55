import { formatCount } from '#web/ui/data/format-number.ts'
import { Progress } from '#web/ui/feedback/loading.tsx'

/** „12 von 48 bewertet“, and on desks which keys there are. */
export function VotingProgress({ rated, total }: { rated: number; total: number }) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <b className="type-h4" role="status">
          {formatCount(rated)} von {formatCount(total)} bewertet
        </b>
        <span className="voting-keys" aria-hidden="true">
          <kbd>←</kbd> <kbd>→</kbd> blättern <kbd>1–5</kbd> bewerten
        </span>
      </div>
      <Progress label="Bewertete Stars" done={rated} total={total} />
    </div>
  )
}
