import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

type Props = { rated: number; total: number; onAgain: () => void; onBack: (() => void) | null }

/** After the last card: everything rated, or what was skipped is left. */
export function VotingEnd({ rated, total, onAgain, onBack }: Props) {
  const chart = (
    <Link to="/charts/stars/hot-bestenliste" className={buttonClass({ variant: 'hot' })}>
      Zur HoT Bestenliste
    </Link>
  )
  const back = onBack && (
    <Button variant="quiet" onClick={onBack}>
      Zurück zur letzten Karte
    </Button>
  )
  if (total === 0)
    return (
      <EmptyState emoji="🌵" title="Noch keine Stars" text="Die Villa ist leer. Schau bald wieder rein.">
        {back}
      </EmptyState>
    )
  if (rated >= total)
    return (
      <EmptyState
        emoji="🏆"
        title="Alle bewertet!"
        text="Mehr Meinung geht nicht. Guck nach, was aus deinen Stimmen geworden ist."
      >
        {chart}
        {back}
      </EmptyState>
    )
  return (
    <EmptyState emoji="🍹" title="Durch den Stapel" text={leftText(total - rated)}>
      <Button variant="hot" onClick={onAgain}>
        Nochmal von vorn
      </Button>
      {back}
    </EmptyState>
  )
}

const leftText = (left: number) =>
  left === 1 ? 'Eine Person wartet noch auf deine Antworten.' : `${left} warten noch auf deine Antworten.`
