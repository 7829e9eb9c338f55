import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Arrived } from '#web/ui/feedback/mailed-link.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'

type Props = { emoji: string; title: string; text: string }

/** What a link from a mail has led to. */
export function LinkOutcome(outcome: Props) {
  return (
    <Arrived>
      <EmptyState {...outcome}>
        <Link to="/trashtalk" className={buttonClass()}>
          Zum Trashtalk
        </Link>
      </EmptyState>
    </Arrived>
  )
}
