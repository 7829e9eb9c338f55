import { starName } from '@hot/domain/star/name'
import { starQuestions } from '@hot/domain/star/questions'
import { useWaitingVotes } from '#web/entities/star/star-choices.ts'
import { Note } from '#web/ui/feedback/callout.tsx'
import type { DeckStar, Votes } from './deck.ts'
import { useVotes } from './use-votes.ts'

type Props = { star: DeckStar; onUndo: (votes: Votes) => void }

/** What was answered about the card before, and the way to take it back; nothing when nothing changed. */
export function VotingUndo({ star, onUndo }: Props) {
  const votes = useVotes(star)
  if (!votes) return null
  const changed = starQuestions.some(({ key }) => votes[key] !== star.mine[key])
  if (!changed) return null
  return (
    <p className="meta flex flex-wrap items-center gap-x-2">
      <span>
        {starName(star)}: {starQuestions.map(({ key }) => votes[key] ?? '–').join(' · ')}
      </span>
      <button type="button" className="link min-h-6" onClick={() => onUndo(star.mine)}>
        Rückgängig
      </button>
    </p>
  )
}

/** Without a network nothing is lost. */
export function WaitingNote() {
  const waiting = useWaitingVotes()
  if (waiting === 0) return null
  return (
    <Note>
      <p role="status">
        Kein Netz. {waiting === 1 ? 'Eine Stimme ist gemerkt und geht' : `${waiting} Stimmen sind gemerkt und gehen`}{' '}
        raus, sobald du wieder online bist.
      </p>
    </Note>
  )
}

const dayMs = 24 * 3_600_000

/** Votes of accounts younger than a day are stored and count later. */
export function YoungAccountNote({ createdAt }: { createdAt: string }) {
  if (Date.now() - Date.parse(createdAt) >= dayMs) return null
  return (
    <p className="meta">Dein Konto ist noch keine 24 Stunden alt. Deine Stimmen sind gespeichert und zählen danach.</p>
  )
}
