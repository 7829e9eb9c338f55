import type { StarPage } from '@hot/domain/contract/star'
import { type StarQuestion, starQuestions } from '@hot/domain/star/questions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { starChoices, useWaitingVotes } from '#web/entities/star/star-choices.ts'
import { voteTarget } from '#web/entities/star/star-targets.ts'
import { useOwnChoice } from '#web/lib/offline/queued-writes/own-choices.ts'
import { RatingNote } from './rating-callout.tsx'
import { RatingScale } from './rating-scale.tsx'

/** The three questions with the member's own answers, changeable; choosing an answer again takes it back. */
export function MemberRatings({ star }: { star: StarPage }) {
  const cache = useQueryClient()
  const waiting = useWaitingVotes()
  useEffect(() => {
    // Without an answer nothing is marked; a vote that is given is shown and counts all the same.
    starChoices(cache)
      .learnStar(star.id)
      .catch(() => undefined)
  }, [cache, star.id])
  return (
    <div className="grid gap-6">
      {starQuestions.map((question) => (
        <OwnAnswer key={question.key} starId={star.id} question={question} />
      ))}
      <RatingNote star={star}>
        {waiting > 0
          ? 'Kein Netz. Deine Antworten sind gemerkt und gehen raus, sobald du wieder online bist.'
          : 'Ändern geht jederzeit. Nochmal auf dieselbe Zahl tippen nimmt die Antwort zurück.'}
      </RatingNote>
    </div>
  )
}

function OwnAnswer({ starId, question: { key, text, ends } }: { starId: string; question: StarQuestion }) {
  const choice = useOwnChoice(voteTarget(key, starId))
  const cache = useQueryClient()
  // At once, within the same frame: nothing is left to load here.
  const rate = (value: number | null) => starChoices(cache).rate(starId, { [key]: value })
  return (
    <RatingScale
      legend={text}
      low={ends[0]}
      high={ends[1]}
      value={choice ? Number(choice) : null}
      onChange={rate}
      onWithdraw={() => rate(null)}
    />
  )
}
