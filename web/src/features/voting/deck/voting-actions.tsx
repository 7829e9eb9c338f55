import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/media/icon.tsx'

type Props = { isFirst: boolean; isRated: boolean; onBack: () => void; onNext: () => void }

/** The same as swipes and arrow keys: back, skip, and on once all three questions have their answer. */
export function VotingActions({ isFirst, isRated, onBack, onNext }: Props) {
  return (
    <div className="voting-actions">
      <Button aria-label="Zurück" disabled={isFirst} onClick={onBack}>
        <Icon of={ArrowLeft} />
      </Button>
      <Button disabled={isRated} onClick={onNext}>
        Überspringen
      </Button>
      <Button variant="hot" disabled={!isRated} onClick={onNext}>
        Weiter
        <Icon of={ArrowRight} />
      </Button>
    </div>
  )
}
