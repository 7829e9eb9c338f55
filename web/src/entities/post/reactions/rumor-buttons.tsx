import Check from 'lucide-react/icons/check'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/media/icon.tsx'

type Side = 'agree' | 'disagree'
type Props = { mine: Side | null; onVote: (side: Side) => void }

export function RumorButtons({ mine, onVote }: Props) {
  return (
    <div className="vote-pair">
      <Button
        variant={mine === 'disagree' ? 'plain' : 'strong'}
        aria-pressed={mine === 'agree'}
        onClick={() => onVote('agree')}
      >
        {mine === 'agree' && <Icon of={Check} />}
        Stimmt
      </Button>
      <Button
        variant={mine === 'disagree' ? 'strong' : 'plain'}
        aria-pressed={mine === 'disagree'}
        onClick={() => onVote('disagree')}
      >
        {mine === 'disagree' && <Icon of={Check} />}
        Stimmt nicht
      </Button>
    </div>
  )
}
